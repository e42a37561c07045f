// Package dataset writes the record as a data set: tables in long form, which people read with
// SQL, pandas, R or a spreadsheet, and cite.
//
// A data set is a zip with a Data Package (datapackage.json, the Frictionless profile), a table
// for each of [Tables] as CSV, a README.md, and the SHA-256 of the files with a signature. The
// order of files and rows is fixed and no file has the time of the export, so the same records
// and options give the same bytes, whatever the store.
//
// [Tables] is the one definition of the columns. The CSV, the schema in datapackage.json, the
// views of the databases and docs/DATA.md have the columns that it names; tests compare them.
//
// # States
//
// A snapshot is an observation if a page was read for it, or if it records that the store no
// longer lists the app. Others only carry an entry, such as one about a policy. Consecutive
// observations of an app that agree in all columns of the table states are one state: it is
// valid from the first of them to the last. What lay between two states is not known, so the end
// of one is never the start of the next. A refresh that fails is no observation and extends
// nothing. A capture in the web archive and a refresh are never one state.
//
// A page shows the label and the version. The other columns of a state are what the record knew
// at the time: for the developer and the age rating, the value before the next recorded change;
// for the policy, the text that was read last. A capture shows the label alone.
//
// # Memory
//
// All large tables are written in one pass over the apps by ID, with the snapshots and changes of
// one app in memory. One of the tables goes to the output directly, the others to temporary
// files in compressed form.
package dataset
