//! Pages of documentation: what they name exists.

use std::fs;
use std::path::Path;

use crate::source::root;

/// Folders whose files pages name by their path.
const ROOMS: [&str; 9] = ["src/", "docs/", "tests/", "maps/", "armies/", "campaigns/", "ai/", "benches/", "contrib/"];

/// Every page of the project, its name and its text without blocks of code.
fn pages() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/rules", "maps", "armies", "campaigns", "ai", "tests", "tests/old", "contrib"] {
        let Ok(entries) = fs::read_dir(root().join(folder)) else { continue };
        let paths = entries.flatten().map(|entry| entry.path());
        for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
            let text = fs::read_to_string(&path).expect("a page");
            let prose: Vec<&str> = text.split("```").step_by(2).collect();
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            found.push((name, prose.join("")));
        }
    }
    found
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// The targets of links to files.
fn linked(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets
        .map(|target| target.split('#').next().unwrap_or(""))
        .filter(|target| !target.is_empty() && !target.contains(':'))
}

/// Whether a quotation is a path and no pattern of paths.
fn is_path(quotation: &str) -> bool {
    let open = |letter: char| letter.is_whitespace() || "<>*{}$…".contains(letter);
    ROOMS.iter().any(|room| quotation.starts_with(room)) && !quotation.contains(open)
}

#[test]
fn what_a_page_names_exists() {
    let pages = pages();
    let (mut missing, mut named) = (Vec::new(), 0);
    for (page, text) in &pages {
        let folder = Path::new(page).parent().unwrap_or(Path::new(""));
        let paths = quoted(text).filter(|quotation| is_path(quotation));
        let paths = paths.map(|path| root().join(path.split(':').next().unwrap_or(path)));
        for path in paths.chain(linked(text).map(|target| root().join(folder).join(target))) {
            named += 1;
            if !path.exists() {
                missing.push(format!("{page} names {}", path.strip_prefix(root()).unwrap_or(&path).display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(pages.len() >= 12 && named > 60, "{} pages name {named} files", pages.len());
}
