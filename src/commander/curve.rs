//! Response curves: from an input of 0 to 1 to how much it speaks for an order, with + - * / and tables only.

/// The logistic function at -8, -7.5, ... 8; between them straight lines. A table, because no library function of
/// that kind gives the same bits on every platform.
const LOGISTIC: [f64; 33] = [
    0.000335, 0.000553, 0.000911, 0.001501, 0.002473, 0.004070, 0.006693, 0.010987, 0.017986, 0.029312, 0.047426,
    0.075858, 0.119203, 0.182426, 0.268941, 0.377541, 0.5, 0.622459, 0.731059, 0.817574, 0.880797, 0.924142, 0.952574,
    0.970688, 0.982014, 0.989013, 0.993307, 0.995930, 0.997527, 0.998499, 0.999089, 0.999447, 0.999665,
];

/// How an input of 0 to 1 is answered by a response of 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// A straight line from `from` at 0 to `to` at 1.
    Linear {
        /// Response at input 0.
        from: f64,
        /// Response at input 1.
        to: f64,
    },
    /// The straight line from `from` to `to`, raised to a whole power. With ends near 1 and a high exponent, products
    /// of such responses weigh inputs as a sum would.
    Power {
        /// Base at input 0.
        from: f64,
        /// Base at input 1.
        to: f64,
        /// The power, 1 or more.
        exponent: u32,
    },
    /// A soft step: half way up at `middle`, the steeper the larger `steep`; a negative `steep` falls.
    Logistic {
        /// Input of the response 1/2.
        middle: f64,
        /// How steep.
        steep: f64,
    },
    /// `below` under `at`, `above` from `at` on.
    Step {
        /// Where it jumps.
        at: f64,
        /// Response under it.
        below: f64,
        /// Response from it on.
        above: f64,
    },
}

impl Curve {
    /// Names in profiles, in the order of the variants.
    pub(crate) const NAMES: &[&str] = &["linear", "power", "logistic", "step"];

    /// Its name in profiles.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Curve::Linear { .. } => Curve::NAMES[0],
            Curve::Power { .. } => Curve::NAMES[1],
            Curve::Logistic { .. } => Curve::NAMES[2],
            Curve::Step { .. } => Curve::NAMES[3],
        }
    }

    /// The response, 0 to 1, to an input that is first brought between 0 and 1.
    ///
    /// ```
    /// use commander::Curve;
    /// assert_eq!(Curve::Linear { from: 0.5, to: 1.0 }.respond(0.5), 0.75);
    /// assert_eq!(Curve::Power { from: 0.0, to: 1.0, exponent: 3 }.respond(0.5), 0.125);
    /// assert_eq!(Curve::Logistic { middle: 0.5, steep: 10.0 }.respond(0.5), 0.5);
    /// assert_eq!(Curve::Step { at: 0.3, below: 0.0, above: 1.0 }.respond(0.29), 0.0);
    /// ```
    #[must_use]
    pub fn respond(self, input: f64) -> f64 {
        let input = unit(input);
        unit(match self {
            Curve::Linear { from, to } => line(from, to, input),
            Curve::Power { from, to, exponent } => power(line(from, to, input), exponent),
            Curve::Logistic { middle, steep } => logistic(steep * (input - middle)),
            Curve::Step { at, below, above } => {
                if input < at {
                    below
                } else {
                    above
                }
            }
        })
    }
}

/// Between 0 and 1; what is no number counts as 0.
pub(crate) fn unit(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

fn line(from: f64, to: f64, input: f64) -> f64 {
    from + (to - from) * input
}

/// A whole power by squaring and multiplication, always in the same order.
fn power(mut base: f64, mut exponent: u32) -> f64 {
    let mut product = 1.0;
    while exponent > 0 {
        if exponent % 2 == 1 {
            product *= base;
        }
        base *= base;
        exponent /= 2;
    }
    product
}

fn logistic(at: f64) -> f64 {
    let place = ((at + 8.0) * 2.0).clamp(0.0, 32.0);
    let below = (place as usize).min(31);
    line(LOGISTIC[below], LOGISTIC[below + 1], place - below as f64)
}
