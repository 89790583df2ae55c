{{if eq .kernel "spectrum"}}, {{.Length}}{{else if eq .kernel "subsequence"}}, {{.Length}}, {{.Decay}}{{end -}}
