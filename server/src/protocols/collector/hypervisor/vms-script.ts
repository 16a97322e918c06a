// Like those of the collector: POSIX sh on the input of `exec sh -s`, one function, nothing written, nothing to read, each
// part between two marks on both streams. The tables of virsh are never read: their cells are cut, padded and translated.

/** A dollar in front of a brace, which these texts could not have otherwise. */
const D = '$';

/**
 * C.UTF-8 and not C, under which virsh prints what is not ASCII as \xff. An account that has chosen no libvirt means that of
 * the system, and not its own empty one. In one line and without single quotes, for a command that stands between such.
 */
export const HYPERVISOR_SURROUNDINGS = [
  'LC_ALL=C.UTF-8 LANG=C.UTF-8; export LC_ALL LANG; unset LANGUAGE',
  'PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin; export PATH',
  '[ -n "$U$LIBVIRT_DEFAULT_URI$VIRSH_DEFAULT_CONNECT_URI" ] || grep -qs "^[[:blank:]]*uri_default" "$HOME/.config/libvirt/libvirt.conf" /etc/libvirt/libvirt.conf || U=qemu:///system',
].join('; ');

/**
 * What every script of ours for a hypervisor begins with. `v` asks libvirt and changes nothing, `w` may; both take the
 * seconds first. pvesh is for root alone.
 */
export const HYPERVISOR_PRELUDE = String.raw`${HYPERVISOR_SURROUNDINGS}
if timeout 5 true >/dev/null 2>&1; then T='timeout'; elif timeout -t 5 true >/dev/null 2>&1; then T='timeout -t'; else T=; fi
B() { printf '\n@@%s B %s\n' "$N" "$1"; printf '\n@@%s B %s\n' "$N" "$1" >&2; }
E() { printf '\n@@%s E %s %s\n' "$N" "$1" "$2"; printf '\n@@%s E %s %s\n' "$N" "$1" "$2" >&2; }
X() { if [ -n "$T" ]; then $T "$@"; else shift; "$@"; fi; }
v() { s=$1; shift; if [ -n "$U" ]; then X "$s" virsh -r -c "$U" "$@"; else X "$s" virsh -r "$@"; fi; }
w() { s=$1; shift; if [ -n "$U" ]; then X "$s" virsh -c "$U" "$@"; else X "$s" virsh "$@"; fi; }
p() { s=$1; shift; if [ "$(id -u)" = 0 ]; then X "$s" pvesh "$@"; else X "$s" sudo -n pvesh "$@"; fi; }
`;

/**
 * The list, the figures and, for those asked about closely, their definition, snapshots and addresses. Before it stand:
 * N=<mark>, K=libvirt|proxmox, U=<address of libvirt, or nothing for the account's own>, W=all or keys with blanks between.
 */
export const VMS_SCRIPT = String.raw`main() {
${HYPERVISOR_PRELUDE}
if [ "$K" = libvirt ]; then
  command -v virsh >/dev/null 2>&1 || { B vlist; E vlist 127; B end; E end 0; return; }
  B vver; v 10 version; E vver $?
  B vlist; L=$(v 10 list --all --uuid); r=$?; printf '%s\n' "$L"; E vlist $r
  B vauto; v 10 list --all --autostart --uuid; E vauto $?
  B vtrans; v 10 list --all --transient --uuid; E vtrans $?
  B vnames; C=; for u in $L; do C="$C echo @@$N U $u; domname $u;"; done; [ -n "$C" ] && v 20 "$C"; E vnames $?
  B vstats; v 20 domstats --state --cpu-total --balloon --vcpu --interface --block; E vstats $?
  [ "$W" = all ] && W=$L
  # -q would glue the marks to what follows them; the exit code of such a line is that of its last command only
  C=; for u in $W; do C="$C echo @@$N X $u; dumpxml $u; echo @@$N S $u; snapshot-list $u --name; echo @@$N L $u; domifaddr $u --source lease; echo @@$N A $u; domifaddr $u --source arp;"; done
  if [ -n "$C" ]; then
    B vxml; O=$(v 30 "$C"); r=$?; printf '%s\n' "$O"; E vxml $r
    # when each snapshot was made stands only in its own document, whose copy of the machine nobody needs
    B vsnaps; n=0; u=; in=
    printf '%s\n' "$O" | while IFS= read -r l; do
      case $l in
        "@@$N S "*) u=${D}{l##* }; in=1;;
        "@@$N "*) in=;;
        '') ;;
        *) if [ -n "$in" ] && [ "$n" -lt 200 ]; then n=$((n+1)); printf '@@%s S %s\n' "$N" "$u"
             v 10 snapshot-dumpxml --domain "$u" --snapshotname="$l" </dev/null | sed -e '/<domain /,/<\/domain>/d' -e '/<inactiveDomain /,/<\/inactiveDomain>/d'; fi;;
      esac
    done; E vsnaps $?
  fi
elif [ "$K" = proxmox ]; then
  command -v pvesh >/dev/null 2>&1 || { B pres; E pres 127; B end; E end 0; return; }
  B pclu; p 20 get /cluster/status --output-format json; E pclu $?
  B pres; p 20 get /cluster/resources --type vm --output-format json; E pres $?
  for k in $W; do o=${D}{k%%/*}; i=${D}{k##*/}; t=${D}{k#*/}; t=${D}{t%%/*}
    B "pcfg.$i"; p 15 get "/nodes/$o/$t/$i/config" --output-format json; E "pcfg.$i" $?
    B "psnap.$i"; p 15 get "/nodes/$o/$t/$i/snapshot" --output-format json; E "psnap.$i" $?
    [ "$t" = qemu ] && { B "pip.$i"; p 10 get "/nodes/$o/qemu/$i/agent/network-get-interfaces" --output-format json; E "pip.$i" $?; }
  done
fi
B end; E end 0
}
main </dev/null
`;
