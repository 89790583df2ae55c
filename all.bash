#!/usr/bin/env bash
# Installs what the tests need and checks what has changed, in minutes, and at the end says what
# it did not ask. ./all.bash -all asks everything, and fails if anything could not be asked.
# Needs Go, and on Debian root for the first run.
set -euo pipefail
cd "$(dirname "$0")"
case "$*" in
  "") all= ;;
  -all) all=1 ;;
  *) echo "usage: all.bash [-all]" >&2; exit 2 ;;
esac

# step begins a step, and says how long the one before it took.
step() {
  [ -z "${begun:-}" ] || printf -- '-- %d s\n' $((SECONDS - begun))
  begun=$SECONDS
  printf '\n== %s\n' "$*"
}
die() { printf 'all.bash: %s\n' "$*" >&2; exit 1; }

step "What the tests need"
need=()
command -v chromium >/dev/null || need+=(chromium)
# The same with less work, on Debian; elsewhere chromium does.
command -v chromium-headless-shell >/dev/null || ! command -v apt-get >/dev/null || need+=(chromium-headless-shell)
command -v firefox-esr >/dev/null || command -v firefox >/dev/null || need+=(firefox-esr)
command -v WebKitWebDriver >/dev/null || need+=(webkit2gtk-driver) # WebKit, the engine of Safari
command -v Xvfb >/dev/null || need+=(xvfb)                        # a screen for it
[ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import sklearn, scipy' 2>/dev/null || need+=(python3-sklearn)
[ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import matplotlib' 2>/dev/null || need+=(python3-matplotlib)
command -v Rscript >/dev/null || need+=(r-base-core)
command -v curl >/dev/null || need+=(curl)
command -v Rscript >/dev/null && Rscript -e 'library(curl); library(jsonlite)' >/dev/null 2>&1 || need+=(r-cran-curl r-cran-jsonlite)
command -v Rscript >/dev/null && Rscript -e 'library(kernlab); library(MASS)' >/dev/null 2>&1 || need+=(r-cran-kernlab r-cran-mass)
command -v epubcheck >/dev/null || need+=(epubcheck) # 1 MB, and a Java of 200 MB where there is none
command -v qemu-aarch64 >/dev/null || need+=(qemu-user)
command -v cc >/dev/null || need+=(gcc libc6-dev)
if [ ${#need[@]} -gt 0 ]; then
  command -v apt-get >/dev/null || die "missing: ${need[*]}. These are Debian's names; install them your system's way and run again."
  sudo=""
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "missing: ${need[*]}. Install them as root: apt-get install --no-install-recommends ${need[*]}"
    sudo=sudo
  fi
  $sudo apt-get update -qq || die "apt-get update failed; missing: ${need[*]}"
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null ||
    die "could not install: ${need[*]}"
fi
chromium --version
/usr/bin/python3 -c 'import matplotlib, sklearn; print("scikit-learn", sklearn.__version__, "Matplotlib", matplotlib.__version__)'
Rscript --version 2>&1 | head -n 1

step "Generated files are current"
tmp=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$tmp"' EXIT
mkdir "$tmp/before"
cp -r views lessons/course/formulas/formulas.json "$tmp/before"/
go generate ./...
diff -rq views "$tmp/before/views" || die "views: run go generate ./... and commit"
diff -q lessons/course/formulas/formulas.json "$tmp/before/formulas.json" || die "formulas: run go generate ./... and commit"

step "Format, vet, staticcheck"
unformatted=$(gofmt -l .)
[ -z "$unformatted" ] || die "gofmt: $unformatted"
go vet ./...
[ -z "$all" ] || GOOS=js GOARCH=wasm go vet ./cmd/site/...
go tool staticcheck ./...
go mod verify >/dev/null
go mod tidy -diff >/dev/null || die "go.mod is not tidy: run go mod tidy"

step "Scripts: types and lint"
.ci/scripts || die "scripts: see .ci/scripts"

# differing lists the files in which the tree differs from the branch's upstream, or where it does
# not, or there is none, from the commit before.
differing() {
  local base
  base=$(git merge-base HEAD '@{upstream}' 2>/dev/null) || base=HEAD
  { git diff --name-only "$base"; git ls-files --others --exclude-standard; } | grep . || git diff --name-only HEAD~1
}

# concerned prints the lessons that the files on its input belong to, by slug, which is the name of
# the file with a lesson's prose; and fails where one of the files is of more than a lesson.
concerned() {
  local file folder
  while read -r file; do
    folder=$(cut -d / -f 2 <<<"$file")
    case "$file" in
      lessons/lessons.go | lessons/course/formulas/formulas.json | lessons/reference/glossary.md) continue ;;
      lessons/*/*) grep -q "/lessons/$folder\"" lessons/lessons.go && [ "$folder" != course ] || return 1 ;;
      *) return 1 ;;
    esac
    basename lessons/"$folder"/*.md .md
  done | sort -u
}

unset GRAMOPHONE_LESSONS GRAMOPHONE_BLAS GRAMOPHONE_SITE # which would ask less, or of something else
# Without a browser, Python, R or epubcheck a test fails where GRAMOPHONE_ALL=1. States at
# random are those of one seed, so that a change fails for what it changed alone.
export GRAMOPHONE_ALL=1 GRAMOPHONE_REFERENCES=1 GRAMOPHONE_SEED=${GRAMOPHONE_SEED:-1}
export GOFLAGS="${GOFLAGS:-} -vet=off" # which has been run
export GOGC=400                        # memory is there, and time is not
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 # Python's and R's threads, which spin where they wait

if [ -z "$all" ] && slugs=$(differing | concerned | xargs) && [ -n "$slugs" ]; then
  step "Tests of $slugs, and of what shows every lesson"
  export GRAMOPHONE_LESSONS=$slugs # coursetest.Asks
  folders=()
  for slug in $slugs; do folders+=("./$(dirname lessons/*/"$slug".md)"); done
  go test -skip '^TestBrowser' -parallel 4 -timeout 20m "${folders[@]}" ./lessons ./lessons/reference ./cmd/web/site
  step "Its pages in a browser"
  go test -run '^TestBrowser(Lessons|Phone|ScreensFit)$' -parallel 3 -timeout 20m ./cmd/web/site
  step "Asked in $SECONDS s: $slugs, and what shows it. Not asked: other lessons, what nothing of theirs
has changed, other browsers and devices, arm64, races, fuzzing: ./all.bash -all asks these too."
  exit
fi

# arm64 may fuse a product with a sum: the engine's tests, and axes, under qemu. What other programs
# say (ReferenceScripts) is no different there, nor with another BLAS: they are run once, natively.
arm64() {
  for dir in engine/blas engine; do
    GOARCH=arm64 go test -c -ldflags=-w -o "$tmp/arm64-engine" "./$dir"
    (cd "$dir" && qemu-aarch64 "$tmp/arm64-engine" -test.skip ReferenceScripts -test.timeout 20m)
  done
  for dir in plots lessons/points; do # where axes end, and how they are ticked
    GOARCH=arm64 go test -c -ldflags=-w -o "$tmp/arm64-axes" "./$dir"
    (cd "$dir" && qemu-aarch64 "$tmp/arm64-axes" -test.run 'Axes|SpanIs|TestTicks$')
  done
}

# beside starts parts of the tests, each a function; together waits until all have ended.
parts=() pids=()
beside() {
  local part
  for part in "$@"; do
    ("$part") >"$tmp/$part.log" 2>&1 &
    parts+=("$part") pids+=($!)
  done
}
together() {
  local i failed=
  for i in "${!parts[@]}"; do
    wait "${pids[i]}" || failed+=" ${parts[i]}"
    printf '%s:\n' "${parts[i]}"
    cat "$tmp/${parts[i]}.log"
  done
  [ -z "$failed" ] || die "failed:$failed"
}

[ -z "$all" ] || beside arm64 # five minutes of one processor, which is often idle

step "Tests, all but the browser's; GRAMOPHONE_SEED=$GRAMOPHONE_SEED"
go test -skip '^TestBrowser' -parallel 4 -timeout 40m ./...
if [ -z "$all" ]; then
  step "Asked in $SECONDS s: all but pages in browsers, arm64, races, fuzzing: ./all.bash -all asks these too."
  exit
fi

step "The engine's tests with gonum's BLAS, as machines have it for which there is no assembly"
go test -skip ReferenceScripts ./engine -blas gonum

step "Tests in the browser"
# Three tabs keep two processors busy, and more cost more work for the same.
go test -p 1 -run '^TestBrowser' -parallel 3 -timeout 40m ./cmd/web/site ./cmd/site
go run ./cmd/site -lean -quality 0 -o "$tmp/lean" # for readers brotli takes four minutes more
packed=$(wc -c <"$(echo "$tmp"/lean/engine/*.wasm.gz)")
[ "$packed" -le 7800000 ] || die "the browser's program: $packed bytes in gzip, of 7800000, or 5200000 in brotli"
GRAMOPHONE_SITE="$tmp/lean" go test -run 'ServersNumbers|WithoutItsHost|KeepsATable|MakesASheet' ./cmd/site

# figures has them drawn by the program for arm64, and compares their numbers with this machine's.
figures() {
  GOARCH=arm64 go build -tags emulated -o "$tmp/arm64-web" ./cmd/web
  GRAMOPHONE_ARM64="$tmp/arm64-web" go test -run '^TestOnARM64$' -timeout 20m ./cmd/web/site
}

# races tests where goroutines meet, with the race detector.
races() {
  go test -race -timeout 20m -run 'LOOMap|LeaveOneOutMap' ./engine
  go test -race -timeout 20m -skip 'WhenTheLeaderEnds|OnOtherSystems' ./cmd/web/rooms ./cmd/web/gate ./cmd/web/flow ./cmd/web
  go test -race -c -ldflags=-w -o "$tmp/web" ./cmd/web/site
  web() { (cd cmd/web/site && GOMEMLIMIT=2GiB "$tmp/web" -test.timeout 20m "$@"); }
  web -test.run 'Draw|Place|Line|Gate|Large|Notes|Stop|Slow|Waits|Metrics|TellsOfChanges|TestRun|AClass|ARoom' \
    -test.skip 'ALargeClass|Nonsense|LargeTable|DrawnOn|BadLines' # of these one goroutine each
  web -test.run 'TestPagesShareTheirOpenings/(ridge|rkhs|losses)$'
}

# fuzzing tries so many inputs, not so long a time, at whose end Go's fuzzer may fail a test that
# found nothing.
fuzzing() {
  grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n 1 dirname | sort -u | while read -r dir; do
    go test -c -fuzz . -ldflags=-w -o "$tmp/fuzz" "$dir"
    grep -hEo '^func Fuzz[A-Za-z]+' "$dir"/*_test.go | while read -r _ fuzz; do
      (cd "$dir" && "$tmp/fuzz" -test.run '^$' -test.fuzz "^$fuzz\$" -test.fuzzcachedir "$tmp/corpus" \
        -test.fuzztime 1000x -test.fuzzminimizetime 1x)
    done
  done
}

step "On arm64, where goroutines meet, fuzzing: side by side, since each leaves a processor idle"
beside figures races fuzzing
together

step "All good, in $SECONDS s"
