package main

import (
	"runtime/debug"
	"strings"
)

const modulePath = "google.golang.org/adk"

// linkedRelease is the release that is really in this program, without its "v".
func linkedRelease() string {
	built, _ := debug.ReadBuildInfo()
	if built != nil {
		for _, module := range built.Deps {
			if module.Path == modulePath || strings.HasPrefix(module.Path, modulePath+"/v") {
				return strings.TrimPrefix(module.Version, "v")
			}
		}
	}
	return "unknown"
}
