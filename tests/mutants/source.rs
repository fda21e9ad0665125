//! What a source file holds that can be changed: its functions and the places of operators, arms, guards, literals.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Bytes of a source file.
pub type Bytes = Range<usize>;

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name without that of its type.
    pub name: String,
    /// Its body with the braces.
    pub body: Bytes,
    /// The whole item, from its visibility on.
    pub item: Bytes,
    /// The word `const` with the space behind it.
    pub constant: Option<Bytes>,
    /// Its name where it is declared.
    pub name_at: Bytes,
    /// Whether a clause is marked in it.
    pub marked: bool,
    /// Whether it stands by itself, not in a type or trait.
    pub free: bool,
    /// What the iterator that it answers gives, where its type is not named.
    pub iterates: Option<String>,
    /// Whether `return` or `?` leaves it early.
    pub leaves: bool,
    /// Every name that its body uses.
    pub uses: BTreeSet<String>,
}

/// What stands at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `left op right`; `chained` with a `let` in it.
    Binary { left: Bytes, op: Bytes, right: Bytes, chained: bool },
    /// `left op= right`.
    Assign { left: Bytes, op: Bytes, right: Bytes },
    /// `!inner` or `-inner`; `mark` where that is the mark of a clause.
    Unary { op: Bytes, inner: Bytes, mark: bool },
    /// An arm of a `match`, which is closed at `close`.
    Arm { pattern: Bytes, guard: Option<Bytes>, chained: bool, close: usize },
    /// `Name { field: value, ..base }`, each field with its comma.
    Literal { fields: Vec<Bytes> },
    /// A whole number.
    Number { value: u128, suffix: String },
    /// A path to a constant, or a word in a macro that may be one: the last name, and the one before it.
    Name { last: String, before: Option<String> },
    /// `&inner` in a constant.
    Borrow { inner: Bytes },
    /// The mark of a clause.
    Mark { clause: String },
}

/// A place that can be changed.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it is.
    pub at: Bytes,
    /// What stands there.
    pub kind: Kind,
    /// In which function, by its place in [`Source::functions`].
    pub function: Option<usize>,
    /// How deep it is in what the compiler evaluates whatever function it is in; 1 in the value of a constant.
    pub constant: usize,
}

/// A constant or static of the file's top level.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Bytes,
    /// Its value.
    pub value: Bytes,
    /// The whole item, without its attributes.
    pub item: Bytes,
}

/// A parsed source file.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Its path below the workspace.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Every function, outer ones first.
    pub functions: Vec<Function>,
    /// Every place, in the order of their beginnings, outer ones first.
    pub places: Vec<Place>,
    /// Constants of the top level.
    pub constants: Vec<Constant>,
    /// Names that are used where the compiler evaluates, and functions whose bodies use them in constants of theirs.
    pub evaluated: BTreeSet<String>,
    /// Names brought in from a module `tables`; `*` for all.
    pub from_tables: BTreeSet<String>,
}

impl Source {
    /// Parses a file.
    ///
    /// # Errors
    /// What the parser says.
    pub fn parse(path: &str, text: &str) -> Result<Source, String> {
        let file = syn::parse_file(text).map_err(|error| format!("{path}: {error}"))?;
        let source = Source { path: path.to_owned(), text: text.to_owned(), ..Source::default() };
        let mut reader = Reader { source, within: Vec::new(), constant: 0, types: 0 };
        reader.visit_file(&file);
        let mut source = reader.source;
        source.places.sort_by_key(|place| (place.at.start, usize::MAX - place.at.end));
        Ok(source)
    }

    /// The text at a place.
    pub fn at(&self, bytes: &Bytes) -> &str {
        &self.text[bytes.clone()]
    }

    /// The line of a byte, from 1.
    pub fn line(&self, byte: usize) -> usize {
        1 + self.text[..byte].matches('\n').count()
    }

    /// The byte of a line and column, both from 1.
    pub fn byte(&self, line: usize, column: usize) -> usize {
        let start: usize = self.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let within = self.text[start..].char_indices().nth(column - 1).map_or(self.text.len() - start, |(at, _)| at);
        start + within
    }

    /// The innermost function around a byte.
    pub fn function_at(&self, byte: usize) -> Option<usize> {
        let around = |function: &Function| function.item.contains(&byte);
        (0..self.functions.len()).filter(|place| around(&self.functions[*place])).min_by_key(|place| {
            let item = &self.functions[*place].item;
            item.end - item.start
        })
    }

    /// Whether the file is part of the tests, and so not mutated.
    pub fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.path.ends_with("/fixture.rs") || self.path.ends_with("/tests.rs")
    }

    /// Whether the file holds the tables of a rule system.
    pub fn is_tables(&self) -> bool {
        self.path.ends_with("/tables.rs")
    }
}

/// The bytes of a span.
pub fn bytes(span: Span) -> Bytes {
    span.byte_range()
}

fn around<T: Spanned>(node: &T) -> Bytes {
    bytes(node.span())
}

struct Reader {
    source: Source,
    within: Vec<usize>,
    constant: usize,
    types: usize,
}

impl Reader {
    fn place(&mut self, at: Bytes, kind: Kind) {
        let place = Place { at, kind, function: self.within.last().copied(), constant: self.constant };
        self.source.places.push(place);
    }

    fn evaluated(&mut self, visit: impl FnOnce(&mut Self)) {
        self.constant += 1;
        visit(self);
        self.constant -= 1;
    }

    fn function(&mut self, sig: &syn::Signature, item: Bytes, body: &syn::Block, visit: impl FnOnce(&mut Self)) {
        let constant = sig.constness.map(|word| {
            let start = bytes(word.span).start;
            start..start + "const ".len()
        });
        let mut leaves = Leaves(false);
        leaves.visit_block(body);
        self.source.functions.push(Function {
            name: sig.ident.to_string(),
            body: around(body),
            item,
            constant,
            name_at: bytes(sig.ident.span()),
            marked: false,
            free: self.types == 0 && self.within.is_empty(),
            iterates: iterates(&self.source.text, &sig.output),
            leaves: leaves.0,
            uses: BTreeSet::new(),
        });
        self.within.push(self.source.functions.len() - 1);
        let outer = std::mem::take(&mut self.constant);
        visit(self);
        self.constant = outer;
        self.within.pop();
    }

    /// A constant or static: to whoever looks for the function of a place, one is a function as well.
    fn constant(&mut self, name: &syn::Ident, kind: &syn::Type, value: &syn::Expr, item: Bytes) {
        if self.types == 0 && self.within.is_empty() && name != "_" {
            let (kind, value) = (around(kind), around(value));
            self.source.constants.push(Constant { name: name.to_string(), kind, value, item: item.clone() });
        }
        self.source.functions.push(Function {
            name: name.to_string(),
            body: item.end..item.end,
            item,
            constant: None,
            name_at: bytes(name.span()),
            marked: false,
            free: false,
            iterates: None,
            leaves: false,
            uses: BTreeSet::new(),
        });
        self.within.push(self.source.functions.len() - 1);
        self.evaluated(|reader| {
            reader.visit_type(kind);
            reader.visit_expr(value);
        });
        self.within.pop();
    }

    fn arm(&mut self, arm: &syn::Arm, close: usize) {
        let pattern = around(&arm.pat);
        let guard = arm.guard.as_ref().map(|(_, guard)| around(&**guard));
        let chained = arm.guard.as_ref().is_some_and(|(_, guard)| has_let(guard));
        let end = guard.as_ref().map_or(pattern.end, |guard| guard.end);
        self.place(pattern.start..end, Kind::Arm { pattern, guard, chained, close });
    }

    /// Notes that a name is used here.
    fn used(&mut self, name: &str) {
        if self.constant > 0 {
            self.source.evaluated.insert(name.to_owned());
        } else if let Some(function) = self.within.last() {
            self.source.functions[*function].uses.insert(name.to_owned());
        }
    }

    fn name(&mut self, at: Bytes, last: String, before: Option<String>) {
        self.used(&last);
        self.place(at, Kind::Name { last, before });
    }

    fn words(&mut self, tokens: TokenStream) {
        let mut before: Vec<String> = Vec::new();
        let mut start = 0;
        for token in tokens {
            let at = bytes(token.span());
            match token {
                TokenTree::Ident(word) => {
                    let qualified = before.len() >= 3 && before[before.len() - 2..] == [":", ":"];
                    start = if qualified { start } else { at.start };
                    let room = qualified.then(|| before[before.len() - 3].clone());
                    self.name(start..at.end, word.to_string(), room);
                    before.push(word.to_string());
                }
                TokenTree::Group(group) => {
                    self.words(group.stream());
                    before.clear();
                }
                other => before.push(other.to_string()),
            }
        }
    }
}

fn every_word(tokens: TokenStream, words: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => words.push(word.to_string()),
            TokenTree::Group(group) => every_word(group.stream(), words),
            _ => {}
        }
    }
}

/// What an answer of `impl Iterator<Item = ...>` gives.
fn iterates(text: &str, output: &syn::ReturnType) -> Option<String> {
    let syn::ReturnType::Type(_, kind) = output else { return None };
    let syn::Type::ImplTrait(kind) = &**kind else { return None };
    let [syn::TypeParamBound::Trait(bound), rest @ ..] = &kind.bounds.iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let simple = rest.iter().all(|bound| !matches!(bound, syn::TypeParamBound::Trait(_)));
    let last = bound.path.segments.last()?;
    (simple && last.ident == "Iterator").then(|| text[around(&last.arguments)].to_owned())
}

/// Whether a block is left early.
struct Leaves(bool);

impl<'ast> Visit<'ast> for Leaves {
    fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
        self.0 = true;
    }
    fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
        self.0 = true;
    }
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

fn is_mark(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Macro(call) => call.mac.path.is_ident("rule"),
        syn::Expr::Paren(inner) => is_mark(&inner.expr),
        _ => false,
    }
}

/// Whether `let` stands in a chain of conditions.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(pair) => has_let(&pair.left) || has_let(&pair.right),
        _ => false,
    }
}

/// A field with the comma behind it.
fn with_comma(text: &str, field: Bytes) -> Bytes {
    let rest = &text[field.end..];
    let skipped = rest.len() - rest.trim_start().len();
    if rest[skipped..].starts_with(',') { field.start..field.end + skipped + 1 } else { field }
}

fn is_assign(op: &syn::BinOp) -> bool {
    use syn::BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, ShlAssign, ShrAssign,
        SubAssign,
    };
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.types += 1;
        visit::visit_item_mod(self, item);
        self.types -= 1;
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let start = bytes(item.vis.span()).start.min(around(&item.sig).start);
        let start = if matches!(item.vis, syn::Visibility::Inherited) { around(&item.sig).start } else { start };
        let whole = start..around(&*item.block).end;
        self.function(&item.sig, whole, &item.block, |reader| visit::visit_item_fn(reader, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let whole = around(&item.sig).start..around(&item.block).end;
        self.function(&item.sig, whole, &item.block, |reader| visit::visit_impl_item_fn(reader, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        let Some(body) = &item.default else { return };
        let whole = around(&item.sig).start..around(body).end;
        self.function(&item.sig, whole, body, |reader| visit::visit_trait_item_fn(reader, item));
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.types += 1;
        visit::visit_item_impl(self, item);
        self.types -= 1;
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.types += 1;
        visit::visit_item_trait(self, item);
        self.types -= 1;
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        let whole = bytes(item.const_token.span).start..around(item).end;
        self.constant(&item.ident, &item.ty, &item.expr, whole);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        let whole = bytes(item.static_token.span).start..around(item).end;
        self.constant(&item.ident, &item.ty, &item.expr, whole);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.evaluated(|reader| visit::visit_impl_item_const(reader, item));
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.evaluated(|reader| visit::visit_trait_item_const(reader, item));
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.evaluated(|reader| visit::visit_item_enum(reader, item));
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.evaluated(|reader| visit::visit_item_struct(reader, item));
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        let mut words = Vec::new();
        every_word(item.mac.tokens.clone(), &mut words);
        self.source.evaluated.extend(words);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let outer = std::mem::take(&mut self.constant);
        visit::visit_expr_closure(self, closure);
        self.constant = outer;
    }

    fn visit_expr_reference(&mut self, borrow: &'ast syn::ExprReference) {
        if self.constant > 0 {
            self.place(around(borrow), Kind::Borrow { inner: around(&*borrow.expr) });
        }
        visit::visit_expr_reference(self, borrow);
    }

    fn visit_expr_const(&mut self, block: &'ast syn::ExprConst) {
        self.evaluated(|reader| visit::visit_expr_const(reader, block));
    }

    fn visit_expr_repeat(&mut self, list: &'ast syn::ExprRepeat) {
        self.visit_expr(&list.expr);
        self.evaluated(|reader| reader.visit_expr(&list.len));
    }

    fn visit_type(&mut self, kind: &'ast syn::Type) {
        self.evaluated(|reader| visit::visit_type(reader, kind));
    }

    fn visit_generic_argument(&mut self, argument: &'ast syn::GenericArgument) {
        self.evaluated(|reader| visit::visit_generic_argument(reader, argument));
    }

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        self.evaluated(|reader| visit::visit_pat(reader, pattern));
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_use_path(&mut self, path: &'ast syn::UsePath) {
        if path.ident == "tables" {
            let mut names = Vec::new();
            used(&path.tree, &mut names);
            self.source.from_tables.extend(names);
        }
        visit::visit_use_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let marks = call.path.is_ident("rule") || call.tokens.to_string().contains("rule !");
        if let (true, Some(function)) = (marks, self.within.last()) {
            self.source.functions[*function].marked = true;
        }
        let pattern = call.path.segments.last().is_some_and(|last| last.ident.to_string().contains("matches"));
        match pattern {
            true => self.evaluated(|reader| reader.words(call.tokens.clone())),
            false => self.words(call.tokens.clone()),
        }
    }

    fn visit_expr_macro(&mut self, call: &'ast syn::ExprMacro) {
        if call.mac.path.is_ident("rule") && self.constant == 0 {
            self.place(around(call), Kind::Mark { clause: call.mac.tokens.to_string() });
        }
        visit::visit_expr_macro(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let (None, Some((last, rest))) = (&path.qself, names.split_last()) {
            self.name(around(path), last.clone(), rest.last().cloned());
        }
        visit::visit_expr_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.used(&call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_binary(&mut self, pair: &'ast syn::ExprBinary) {
        let (left, op, right) = (around(&*pair.left), around(&pair.op), around(&*pair.right));
        let whole = left.start..right.end;
        let kind = match is_assign(&pair.op) {
            true => Kind::Assign { left, op, right },
            false => {
                let chained = has_let(&pair.left) || has_let(&pair.right);
                Kind::Binary { left, op, right, chained }
            }
        };
        self.place(whole, kind);
        visit::visit_expr_binary(self, pair);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if !matches!(unary.op, syn::UnOp::Deref(_)) {
            let kind = Kind::Unary { op: around(&unary.op), inner: around(&*unary.expr), mark: is_mark(&unary.expr) };
            self.place(around(unary), kind);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, choice: &'ast syn::ExprMatch) {
        let close = around(choice).end - 1;
        choice.arms.iter().for_each(|arm| self.arm(arm, close));
        visit::visit_expr_match(self, choice);
    }

    fn visit_expr_struct(&mut self, value: &'ast syn::ExprStruct) {
        if value.rest.is_some() {
            let text = &self.source.text;
            let fields = value.fields.iter().map(|field| with_comma(text, around(field))).collect();
            self.place(around(value), Kind::Literal { fields });
        }
        visit::visit_expr_struct(self, value);
    }

    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        if let syn::Lit::Int(number) = &literal.lit
            && let Ok(value) = number.base10_parse::<u128>()
        {
            self.place(around(literal), Kind::Number { value, suffix: number.suffix().to_owned() });
        }
    }
}

fn used(tree: &syn::UseTree, names: &mut Vec<String>) {
    match tree {
        syn::UseTree::Name(name) => names.push(name.ident.to_string()),
        syn::UseTree::Glob(_) => names.push(String::from("*")),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| used(tree, names)),
        syn::UseTree::Path(_) | syn::UseTree::Rename(_) => {}
    }
}
