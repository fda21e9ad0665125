//! Text and tables of HTML.

/// Text as it may stand in HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            other => safe.push(other),
        }
    }
    safe
}

/// A table: heads, and lines whose first cell is their head.
pub(super) fn table(heads: &[String], lines: &[Vec<String>]) -> String {
    let head = |text: &String| format!("<th scope=\"col\">{}</th>", escaped(text));
    let line = |cells: &Vec<String>| {
        let first = cells.first().map(|text| format!("<th scope=\"row\">{}</th>", escaped(text))).unwrap_or_default();
        let rest: String = cells.iter().skip(1).map(|text| format!("<td>{}</td>", escaped(text))).collect();
        format!("<tr>{first}{rest}</tr>\n")
    };
    let heads: String = heads.iter().map(head).collect();
    format!(
        "<div class=\"wide\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
        lines.iter().map(line).collect::<String>()
    )
}
