// Command release builds the archives of a release: the program for each system, the
// checksums of the archives, and for each program its bill of materials.
//
//	go -C internal/tools run ./release -dir "$PWD" -out /tmp/release
//	go -C internal/tools run ./release -dir "$PWD" -out /tmp/release linux/amd64
//
// Two builds of one commit are equal byte by byte, wherever they are made: paths are trimmed,
// and every time is that of the commit. The version is the one that Go stamps into the
// program, which is the tag of the commit.
package main
