// Command dataset writes the tables of a data set as Parquet, for tools that read large tables by
// column, such as DuckDB, Spark and pandas.
//
//	go -C examples/dataset run . panel.zip parquet/
//
// It reads what "auditor dataset" wrote, a folder or a zip, and verifies its checksums first. Columns
// have the names, the order and the types of the tables in docs/DATA.md: an integer is INT64, a
// number DOUBLE, a datetime TIMESTAMP in milliseconds and UTC; a missing value is null. The same data
// set gives the same bytes. What is signed and cited is the data set itself.
//
// It is a module of its own, so that the service does not contain a library for Parquet.
package main
