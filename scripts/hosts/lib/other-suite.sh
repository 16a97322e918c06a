# Packages of another suite of Debian, from the mirror that the system already uses: with a private apt configuration, of
# which nothing stays on the system.

# use_suite FOLDER SUITE: apt asks that suite from now on, and keeps what it needs in FOLDER
use_suite() {
  local folder=$1 suite=$2 sources=/etc/apt/sources.list.d/debian.sources main security key
  if [ ! -r $sources ]; then
    echo "test hosts: $sources is missing, so the mirror that has $suite is unknown" >&2
    return 1
  fi
  uri() { awk -v security="$1" '$1 == "URIs:" { for (i = 2; i <= NF; i++) if (($i ~ /security/) == security) { print $i; exit } }' $sources; }
  main=$(uri 0)
  security=$(uri 1)
  key=$(awk '$1 == "Signed-By:" { print $2; exit }' $sources)

  mkdir -p "$folder"/{parts,none,lists/partial,cache/archives/partial,debs}
  source_entry() { printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\n\n' "$1" "$2" "$key"; }
  {
    source_entry "$main" "$suite"
    # what is not released has no updates of its own
    [ -z "$security" ] || [ "$suite" = sid ] || source_entry "$security" "$suite-security"
  } > "$folder/parts/$suite.sources"
  cat > "$folder/apt.conf" <<CONF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$folder/parts";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "$folder/none";
Dir::State::lists "$folder/lists";
Dir::Cache "$folder/cache";
Acquire::Languages "none";
APT::Sandbox::User "root";
CONF
  export APT_CONFIG="$folder/apt.conf"
  apt-get -qq update
}
