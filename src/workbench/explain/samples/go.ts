import { callLines, namesIn, neededBy, quoted, type Sample, settingsOf } from './sample.ts'

/** A file for `go run sample.go`, with Go's standard library only. */
export function goSample(sample: Sample): string {
  const names = namesIn(sample)
  const calls = callLines(sample, { text: literal, plus: '+', assign: name => `${name} := ` })
  const settings = settingsOf(sample).map(({ name, from, or }) => `${name} := setting("${from}", ${literal(or)})`)
  return `${neededBy(sample, '//')}// go run sample.go
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
${names.length === 0 ? '' : '\t"regexp"\n'}	"strings"
)

func main() {
${[...settings, ...calls].map(line => `\t${line}`).join('\n')}
}
${CALL}${names.length === 0 ? '' : FIND}`
}

const CALL = `
func call(method, url, body string, headers ...string) string {
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	for at := 0; at < len(headers); at += 2 {
		request.Header.Add(headers[at], headers[at+1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.StatusCode, string(text))
	return string(text)
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
`

const FIND = `
func find(pattern, text string) string {
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		log.Fatal(text)
	}
	return found[1]
}
`

function literal(text: string): string {
  return /[\n"\\]/.test(text) && !/[^\P{Cc}\n\t]|`|\p{Bidi_Control}|\ufeff/u.test(text) ? `\`${text}\`` : quoted(text)
}
