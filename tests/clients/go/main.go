// Test programs on franz-go, by the first argument:
//
//	dump ADDRESS FOLDER TOPIC..          every record of each topic as lines of FOLDER/TOPIC
//	crowd ADDRESS TOPIC CLIENTS RECORDS  that many producers at once, each with a connection of its own
//	follow ADDRESS                       reads what its input tells it to
//	member ADDRESS GROUP TOPIC STRATEGY [INSTANCE]  a member of a group
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 3 {
		fail(fmt.Errorf("usage: %s dump|crowd|follow|member ADDRESS ..", os.Args[0]))
	}
	switch os.Args[1] {
	case "dump":
		for _, topic := range os.Args[4:] {
			fail(dump(os.Args[2], topic, os.Args[3]+"/"+topic))
		}
	case "crowd":
		fail(crowd(os.Args[2], os.Args[3], number(os.Args[4]), number(os.Args[5])))
	case "follow":
		fail(follow(os.Args[2]))
	case "member":
		fail(member(os.Args[2:]))
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func number(text string) (n int) {
	_, err := fmt.Sscan(text, &n)
	fail(err)
	return n
}
