//! What the fields of a result hold, learned from the form in which it is read: a reader that gives nothing but notes what it is
//! asked for.

use serde::de::value::Error;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// What a field holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Kind {
    /// Yes or no.
    Flag,
    /// A whole number that 32 bits with a sign hold.
    Whole,
    /// One that 64 bits with a sign hold.
    Long,
    /// One from 0 that 64 bits hold.
    Unsigned,
    /// A number with a fraction.
    Fraction,
    /// Text.
    Text,
    /// That, or nothing.
    Maybe(Box<Kind>),
    /// Any number of that.
    List(Box<Kind>),
    /// One of each.
    Tuple(Vec<Kind>),
    /// Anything else.
    #[default]
    Other,
}

impl Kind {
    /// Whether it is one value, or nothing.
    pub(crate) fn is_single(&self) -> bool {
        match self {
            Kind::Maybe(inner) => inner.is_single(),
            Kind::List(_) | Kind::Tuple(_) | Kind::Other => false,
            _ => true,
        }
    }
}

/// The fields of a struct in their order, with what they hold.
pub(crate) fn fields<T: DeserializeOwned>() -> Vec<(&'static str, Kind)> {
    let mut fields = Vec::new();
    // What comes of it does not matter: it has been asked for.
    let _ = T::deserialize(Fields(&mut fields));
    fields
}

/// Is asked for a struct.
struct Fields<'a>(&'a mut Vec<(&'static str, Kind)>);

impl<'de> Deserializer<'de> for Fields<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("not a struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(Each { names: names.iter(), fields: self.0 })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map enum identifier ignored_any
    }
}

/// One field after the other.
struct Each<'a> {
    names: std::slice::Iter<'static, &'static str>,
    fields: &'a mut Vec<(&'static str, Kind)>,
}

impl<'de> MapAccess<'de> for Each<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(name) = self.names.next() else { return Ok(None) };
        self.fields.push((name, Kind::Other));
        seed.deserialize((*name).into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let mut other = Kind::Other;
        seed.deserialize(Field(self.fields.last_mut().map_or(&mut other, |(_, kind)| kind)))
    }
}

/// Is asked for a field.
struct Field<'a>(&'a mut Kind);

macro_rules! singles {
    ($($ask:ident as $give:ident($nothing:expr): $kind:ident;)*) => {$(
        fn $ask<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            *self.0 = Kind::$kind;
            visitor.$give($nothing)
        }
    )*};
}

impl<'de> Deserializer<'de> for Field<'_> {
    type Error = Error;

    singles! {
        deserialize_bool as visit_bool(false): Flag;
        deserialize_i8 as visit_i8(0): Whole;
        deserialize_i16 as visit_i16(0): Whole;
        deserialize_i32 as visit_i32(0): Whole;
        deserialize_i64 as visit_i64(0): Long;
        deserialize_u8 as visit_u8(0): Whole;
        deserialize_u16 as visit_u16(0): Whole;
        deserialize_u32 as visit_u32(0): Long;
        deserialize_u64 as visit_u64(0): Unsigned;
        deserialize_f32 as visit_f32(0.0): Fraction;
        deserialize_f64 as visit_f64(0.0): Fraction;
        deserialize_str as visit_str(""): Text;
        deserialize_string as visit_str(""): Text;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut kind = Kind::Other;
        let given = visitor.visit_some(Field(&mut kind));
        *self.0 = Kind::Maybe(Box::new(kind));
        given
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut kinds = Vec::new();
        let given = visitor.visit_seq(Elements { kinds: &mut kinds, left: 1 });
        *self.0 = Kind::List(Box::new(kinds.pop().unwrap_or_default()));
        given
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        let mut kinds = Vec::new();
        let given = visitor.visit_seq(Elements { kinds: &mut kinds, left: length });
        *self.0 = Kind::Tuple(kinds);
        given
    }

    /// Names with values: none.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(Each { names: [].iter(), fields: &mut Vec::new() })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("no field of a table"))
    }

    forward_to_deserialize_any! {
        char bytes byte_buf unit unit_struct newtype_struct tuple_struct struct enum identifier ignored_any
    }
}

/// So many elements.
struct Elements<'a> {
    kinds: &'a mut Vec<Kind>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut kind = Kind::Other;
        let given = seed.deserialize(Field(&mut kind));
        self.kinds.push(kind);
        // A list of what no table has is none.
        given.map(Some).or(Ok(None))
    }
}
