//! Regions: what houses and fences are like there, and what things are called.

use battle::{Obstacle, Terrain};

/// A region of the world.
pub(crate) struct Region {
    /// Its name in army lists.
    pub name: &'static str,
    /// As it is told: `in Moravia`.
    pub told: &'static str,
    /// What most houses are built of.
    pub house: Terrain,
    /// What stands round fields.
    pub fence: Obstacle,
    /// First and second parts of names of villages; every first goes with every second.
    pub villages: [&'static [&'static str]; 2],
    /// Names of villages of one piece.
    pub whole: &'static [&'static str],
    /// Names of hills.
    pub hills: &'static [&'static str],
    /// Names of woods.
    pub woods: &'static [&'static str],
    /// Names of streams and rivers.
    pub waters: &'static [&'static str],
}

/// The region of that name, or the first.
pub(crate) fn of(name: &str) -> &'static Region {
    REGIONS.iter().find(|region| region.name == name).unwrap_or(&REGIONS[0])
}

/// Whether there is a region of that name.
pub(crate) fn known(name: &str) -> bool {
    REGIONS.iter().any(|region| region.name == name)
}

const GERMAN: [&[&str]; 2] = [
    &[
        "Ober", "Nieder", "Gross", "Klein", "Alt", "Neu", "Langen", "Wald", "Hasel", "Linden", "Eber", "Roten",
        "Kirch", "Stein",
    ],
    &["dorf", "bach", "hausen", "rode", "heim", "feld", "berg", "au", "hofen", "walde"],
];
const GERMAN_HILLS: &[&str] = &[
    "Galgenberg",
    "Windmuehlenberg",
    "Kirchberg",
    "Weinberg",
    "Kapellenberg",
    "Fuchsberg",
    "Steinberg",
    "Schafberg",
    "Eichelberg",
    "Kreuzberg",
    "Hutberg",
    "Landgrafenberg",
];
const GERMAN_WOODS: &[&str] = &[
    "Herrenwald",
    "Buchholz",
    "Eichenbusch",
    "Kirchholz",
    "Tannicht",
    "Birkenbusch",
    "Hirschgehege",
    "Pfaffenholz",
    "Kohlholz",
    "Erlenbruch",
];
const GERMAN_WATERS: &[&str] = &[
    "Erlenbach",
    "Muehlbach",
    "Schwarzbach",
    "Lossabach",
    "Rohrbach",
    "Weidenbach",
    "Steinbach",
    "Forellenbach",
    "Goldbach",
    "Wiesenbach",
];
const FRENCH_HILLS: &[&str] = &[
    "Mont-Saint-Jean",
    "Butte du Moulin",
    "La Croix",
    "Les Hauts",
    "Mont Rouge",
    "Cote Saint-Martin",
    "Le Tertre",
    "La Justice",
    "Mont Aigu",
    "Les Vignes",
];
const FRENCH_WOODS: &[&str] = &[
    "Bois du Roi",
    "Bois des Dames",
    "Bois Saint-Pierre",
    "La Haie-aux-Loups",
    "Bois de l'Abbaye",
    "Le Taillis",
    "Bois Brule",
    "La Garenne",
    "Bois du Comte",
];

const REGIONS: &[Region] = &[
    Region {
        name: "saxony",
        told: "Saxony",
        house: Terrain::WoodenBuilding,
        fence: Obstacle::Hedge,
        villages: [
            &["Gross", "Klein", "Alt", "Hohen", "Lieber", "Wach", "Prob", "Mark", "Lind", "Schoen", "Stoet", "Conne"],
            &["goerschen", "witz", "wolkau", "theida", "stadt", "nau", "kleeberg", "thal", "feld", "ritz"],
        ],
        whole: &["Rahna", "Kaja", "Starsiedel", "Eisdorf", "Wiederitzsch", "Moeckern", "Seyda", "Golssen"],
        hills: GERMAN_HILLS,
        woods: GERMAN_WOODS,
        waters: &[
            "Flossgraben",
            "Rietzschke",
            "Partzke",
            "Luppe",
            "Nuthe",
            "Gose",
            "Kleine Roeder",
            "Triebisch",
            "Sprotta",
        ],
    },
    Region {
        name: "thuringia",
        told: "Thuringia",
        house: Terrain::WoodenBuilding,
        fence: Obstacle::Hedge,
        villages: [
            &[
                "Hassen", "Vierzehn", "Isser", "Lueten", "Krippen", "Klos", "Rehe", "Tau", "Gern", "Ecks", "Spiel",
                "Zimmer",
            ],
            &["hausen", "heiligen", "stedt", "roda", "dorf", "berga", "leben", "witz"],
        ],
        whole: &["Cospoda", "Closewitz", "Lobeda", "Kapellendorf", "Poppel", "Benndorf", "Ranstedt"],
        hills: GERMAN_HILLS,
        woods: GERMAN_WOODS,
        waters: GERMAN_WATERS,
    },
    Region {
        name: "swabia",
        told: "Swabia",
        house: Terrain::WoodenBuilding,
        fence: Obstacle::Fence,
        villages: GERMAN,
        whole: &["Elchingen", "Haslach", "Jungingen", "Albeck", "Ostrach", "Biberach", "Messkirch", "Stockach"],
        hills: GERMAN_HILLS,
        woods: GERMAN_WOODS,
        waters: GERMAN_WATERS,
    },
    Region {
        name: "danube",
        told: "the valley of the Danube",
        house: Terrain::StoneBuilding,
        fence: Obstacle::Hedge,
        villages: [
            &[
                "Baumers", "Deutsch", "Parbas", "Mark", "Ader", "Glin", "Breiten", "Kagra", "Essl", "Wagr", "Sims",
                "Rasch",
            ],
            &["dorf", "wagram", "klaa", "ing", "lee", "haus", "bach", "kirchen"],
        ],
        whole: &[
            "Aspang",
            "Hirschstetten",
            "Enzersfeld",
            "Sachsengang",
            "Rutzendorf",
            "Neusiedl",
            "Abensheim",
            "Eggmuehlen",
        ],
        hills: GERMAN_HILLS,
        woods: &[
            "Saint-Ulrich's wood",
            "Donau-Auen",
            "Herrenholz",
            "Bockfliesser Holz",
            "Hochleiten",
            "Fuchsenholz",
            "Rohrwald",
        ],
        waters: &[
            "Russbach",
            "Weidenbach",
            "Stempfelbach",
            "Laber",
            "Marchbach",
            "Schwechat",
            "Rohrgraben",
            "Goellersbach",
        ],
    },
    Region {
        name: "moravia",
        told: "Moravia",
        house: Terrain::WoodenBuilding,
        fence: Obstacle::Fence,
        villages: [
            &["Sokol", "Telnit", "Kobyl", "Blas", "Schlapan", "Hol", "Krzen", "Pratz", "Bos", "Jirz", "Augez", "Raus"],
            &["nitz", "witz", "kowitz", "ubitz", "owitz", "an"],
        ],
        whole: &["Girzik", "Kritschen", "Menitz", "Aujezd", "Welatitz", "Latein", "Bellowitz"],
        hills: &[
            "Santon",
            "Zuran",
            "Staré Vinohrady",
            "Pratzen heights",
            "Windmill hill",
            "Stein hill",
            "Zlata hora",
            "Kapellenberg",
        ],
        woods: &["Turas wood", "Pheasantry", "Bosenitz wood", "Hostieradek wood", "Prior's wood", "Alder carr"],
        waters: &["Goldbach", "Littawa", "Rzicka", "Bosenitz brook", "Velatitz brook", "Zwittawa"],
    },
    Region {
        name: "east prussia",
        told: "East Prussia",
        house: Terrain::WoodenBuilding,
        fence: Obstacle::Fence,
        villages: [
            &["Serp", "Kutsch", "Auk", "Schmo", "Roth", "Heinrichs", "Posth", "Spon", "Laut", "Sort", "Grun", "Moll"],
            &["allen", "itten", "appen", "enen", "dorf", "lack", "witten", "ken"],
        ],
        whole: &["Anklappen", "Mollwitten", "Tenknitten", "Landsberg", "Lampasch", "Althof", "Georgenau"],
        hills: &["Kreegeberg", "Windmuehlenberg", "Galgenberg", "Fuchsberg", "Sandberg", "Kirchhof hill"],
        woods: &["Sortlack wood", "Birkenwald", "Bennekeim wood", "Elchbruch", "Kiefernheide", "Kleine Heide"],
        waters: &["Muehlenfliess", "Alle brook", "Frisching", "Pasmar", "Stein", "Beisleide"],
    },
    Region {
        name: "flanders",
        told: "Flanders",
        house: Terrain::BrickBuilding,
        fence: Obstacle::Hedge,
        villages: [
            &["Wilde", "Oude", "Nieuw", "Wester", "Ooster", "Lange", "Steen", "Zand", "Berge", "Wynen"],
            &["kerke", "gem", "beke", "voorde", "hove", "zele", "damme", "hem"],
        ],
        whole: &["Mouscron", "Hondschoote", "Wattignies", "Doulers", "Boussu", "Templeuve", "Tourcoing", "Linselles"],
        hills: &["Molenberg", "Kruisberg", "Galgeberg", "Mont des Cats", "Zwarteberg", "Kouterberg"],
        woods: &["Abbot's wood", "Koningsbos", "Bois d'Avesnes", "Kloosterbos", "Ganzebos", "Bois Rond"],
        waters: &["Zwarte Beek", "Lauwe", "Molenbeek", "Espierre", "Kortebeek", "Haine brook"],
    },
    Region {
        name: "belgium",
        told: "Brabant",
        house: Terrain::BrickBuilding,
        fence: Obstacle::Hedge,
        villages: [
            &["Saint-", "Mont-", "Petit-", "Grand-", "Haute-", "Basse-", "Court-", "Neuve-"],
            &["Amand", "Wavre", "Leez", "Bry", "Marbais", "Sauvage", "Geest", "Ottignies", "Rosiere"],
        ],
        whole: &[
            "Frasnes",
            "Wagnelee",
            "Sombreffe",
            "Boignee",
            "Tongrinelle",
            "Plancenoit",
            "Maransart",
            "Lasne",
            "Genappe",
            "Ohain",
        ],
        hills: FRENCH_HILLS,
        woods: FRENCH_WOODS,
        waters: &["Ligne", "Lasne", "Smohain", "Hulpe brook", "Thyle", "Cala", "Odrain", "Orneau"],
    },
    Region {
        name: "champagne",
        told: "Champagne",
        house: Terrain::StoneBuilding,
        fence: Obstacle::Hedge,
        villages: [
            &["Champ", "Vau", "Mont", "Saint-", "Bergeres-", "Marche", "Ville", "Fromen", "Cour"],
            &["aubert", "mirail", "champs", "court", "tieres", "gault", "neuve", "Prix"],
        ],
        whole: &[
            "Baye",
            "Etoges",
            "Viels-Maisons",
            "Marchais",
            "L'Epine-aux-Bois",
            "Janvilliers",
            "Orbais",
            "Craonne",
            "Ailles",
        ],
        hills: FRENCH_HILLS,
        woods: FRENCH_WOODS,
        waters: &["Petit Morin", "Surmelin", "Dhuys", "Lette", "Ardon", "Verdonnelle", "Somme-Soude"],
    },
    Region {
        name: "italy",
        told: "the north of Italy",
        house: Terrain::StoneBuilding,
        fence: Obstacle::Wall,
        villages: [
            &["San ", "Castel", "Borgo ", "Villa", "Monte", "Pieve "],
            &["Giuliano", "Michele", "Nuovo", "Franco", "Martino", "Ceriolo", "Vecchio", "Marengo"],
        ],
        whole: &[
            "Spinetta",
            "Cascinagrossa",
            "Dego",
            "Cosseria",
            "Caldiero",
            "Ronco",
            "Albaredo",
            "Rivoltella",
            "Incanale",
        ],
        hills: &[
            "Monte Baldo",
            "Monte Magnone",
            "San Marco",
            "Colle Bianco",
            "Monte Croce",
            "La Rocca",
            "Monte Legino",
        ],
        woods: &["Bosco Grande", "La Querceta", "Bosco dei Frati", "Castagneto", "Bosco Nero", "La Pineta"],
        waters: &["Fontanone", "Bormidella", "Alpone", "Tasso", "Rio Secco", "Orba", "Lemme", "Rio Mandria"],
    },
    Region {
        name: "iberia",
        told: "the Peninsula",
        house: Terrain::StoneBuilding,
        fence: Obstacle::Wall,
        villages: [
            &["Villa", "Fuente", "Alde", "Casal", "Val", "Puebla de "],
            &["franca", "hermosa", "nova", "verde", "del Rey", "mayor", "garcia", "redonda"],
        ],
        whole: &[
            "Gamonal",
            "Nave de Haver",
            "Pozo Bello",
            "Arapil",
            "Calvarrasa",
            "Sorauren",
            "Rolica",
            "Columbeira",
            "Almonacid",
        ],
        hills: &[
            "Cerro de Medellin",
            "Cerro de la Cruz",
            "Alto del Moro",
            "Las Torres",
            "Sierra Parda",
            "El Calvario",
            "Teso Grande",
        ],
        woods: &["El Encinar", "Olivar Viejo", "Monte Alto", "El Alcornocal", "La Dehesa", "El Pinar", "Soto del Cura"],
        waters: &["Portina", "Azaba", "Dos Casas", "Arroyo del Moro", "Alberche", "Zurguen", "Arroyo Seco", "Vimeira"],
    },
    Region {
        name: "russia",
        told: "Russia",
        house: Terrain::WoodenBuilding,
        fence: Obstacle::Fence,
        villages: [
            &["Semen", "Goro", "Utit", "Shevard", "Bezzub", "Krasn", "Novo", "Dorogo", "Pokrov", "Niko"],
            &["ovo", "dino", "skoye", "ino", "ishche", "lskoye"],
        ],
        whole: &["Valutina", "Lubino", "Saltanovka", "Ostrovno", "Maloye", "Tarutino", "Vinkovo", "Psarevo"],
        hills: &["The Kurgan", "Poklonnaya", "Lysaya Gora", "Windmill rise", "Church hill", "Shevardin mound"],
        woods: &["Utitsa wood", "Birch wood", "Monks' forest", "Alder thicket", "Great pine wood", "Wolf wood"],
        waters: &["Kamenka", "Kolocha", "Stonets", "Voina", "Semenovka", "Stragan", "Luzha", "Chernishna"],
    },
    Region {
        name: "america",
        told: "America",
        house: Terrain::WoodenBuilding,
        fence: Obstacle::Fence,
        villages: [
            &["Middle", "New", "King's ", "Chester", "Hope", "Salis", "Hunt", "Spring", "Orange", "Wash"],
            &["town", "bury", "field", "ton", "burgh", "ville", "bridge", "ford"],
        ],
        whole: &[
            "Quaker meeting house",
            "Kennett",
            "Stony Brook",
            "Rugeley's Mill",
            "Hanging Rock",
            "Fish Dam",
            "Birmingham",
            "Chadd's",
        ],
        hills: &[
            "Meeting-house hill",
            "Osborne's hill",
            "Chatterton hill",
            "Hobkirk's hill",
            "Round Top",
            "Signal hill",
            "Comb's hill",
        ],
        woods: &[
            "The barrens",
            "Old field pines",
            "Sandy hollow wood",
            "Hickory wood",
            "Thompson's wood",
            "The laurels",
            "Swamp oaks",
        ],
        waters: &[
            "Stony Brook",
            "Sutton's Branch",
            "Saunders Creek",
            "Little Alamance",
            "Wolf Run",
            "Radley Run",
            "Gum Swamp",
            "Bear Creek",
        ],
    },
];
