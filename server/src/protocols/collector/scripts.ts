// Both are POSIX sh (dash, bash, ksh, BusyBox), write nothing to disk and read nothing but themselves: each is one function
// that is called at its end with nothing to read, so that the shell has all of it before anything runs. They are given to
// `exec sh -s` on its input: no quoting, nothing in a list of processes or a history. Each part stands between two marks on
// both streams. What is cheap comes first; what a driver may hang in comes last.

/** A dollar in front of a brace, which these texts could not have otherwise. */
const D = '$';

/** What the machine is. Before it stands one line: N=<mark>. */
export const FACTS_SCRIPT = String.raw`main() {
LC_ALL=C LANG=C; export LC_ALL LANG; unset LANGUAGE
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin:/usr/local/nvidia/bin:/opt/rocm/bin; export PATH
if timeout 5 true >/dev/null 2>&1; then T='timeout'; elif timeout -t 5 true >/dev/null 2>&1; then T='timeout -t'; else T=; fi
# B/E: frame a section on stdout and on stderr, so that errors can be told apart by section
B() { printf '\n@@%s B %s\n' "$N" "$1"; printf '\n@@%s B %s\n' "$N" "$1" >&2; }
E() { printf '\n@@%s E %s %s\n' "$N" "$1" "$2"; printf '\n@@%s E %s %s\n' "$N" "$1" "$2" >&2; }
# R name seconds cmd...: run when the tool exists (rc 127 = not installed, 124/143 = timed out)
R() { n=$1 s=$2; shift 2; B "$n"
  if command -v "$1" >/dev/null 2>&1; then if [ -n "$T" ]; then $T "$s" "$@"; else "$@"; fi; E "$n" $?; else E "$n" 127; fi; }
# G name glob...: path:value lines of small files; unreadable ones are left out
G() { n=$1; shift; B "$n"; grep -sH . "$@"; E "$n" $?; }

B meta
  echo "user=$(id -un 2>/dev/null)"; echo "uid=$(id -u)"; echo "host=$(uname -n)"; echo "kernel=$(uname -r)"
  echo "arch=$(uname -m)"; echo "os=$(uname -s)"; echo "now=$(date +%s)"; echo "uptime=$(cut -d' ' -f1 /proc/uptime)"
  echo "boot_id=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)"; echo "machine_id=$(cat /etc/machine-id 2>/dev/null)"
  echo "timeout=$T"; echo "virt=$(systemd-detect-virt 2>/dev/null)"; [ -e /dev/kvm ] && echo kvm=1
  for c in nvidia-smi amd-smi rocm-smi npu-smi virsh pvesh incus lxc docker podman ipmitool dmidecode sudo python3 jq; do
    p=$(command -v $c 2>/dev/null) && echo "tool.$c=$p"; done
E meta 0
B os; cat /etc/os-release 2>/dev/null || cat /usr/lib/os-release; E os $?
d=/sys/class/dmi/id
G dmi $d/sys_vendor $d/product_name $d/product_version $d/product_serial $d/product_uuid $d/product_sku \
      $d/chassis_type $d/chassis_serial $d/chassis_asset_tag $d/board_vendor $d/board_name $d/board_serial \
      $d/bios_vendor $d/bios_version $d/bios_date
B dt; for f in model serial-number; do [ -r /proc/device-tree/$f ] && { printf '%s=' $f; tr -d '\000' </proc/device-tree/$f; echo; }; done; E dt 0
R lscpu 5 lscpu -J
B cpuinfo; echo "ncpu=$(grep -c '^processor' /proc/cpuinfo)"; grep -E '^(model name|Model|Hardware|physical id|cpu cores|siblings|vendor_id)' /proc/cpuinfo | sort | uniq -c; E cpuinfo 0
B meminfo; cat /proc/meminfo; E meminfo $?
R lsblk 5 lsblk -J -b -o NAME,KNAME,PKNAME,TYPE,SIZE,MODEL,SERIAL,VENDOR,ROTA,TRAN,WWN,FSTYPE,MOUNTPOINT,STATE
R lsblkp 5 lsblk -P -b -o NAME,TYPE,SIZE,MODEL,SERIAL,ROTA,TRAN,FSTYPE,MOUNTPOINT
B blk; for b in /sys/block/*; do k=${D}{b##*/}; case $k in loop*|ram*|zram*|dm-*|md*) continue;; esac
  echo "$k $(cat $b/size 2>/dev/null) $(cat $b/queue/rotational 2>/dev/null) $(cat $b/device/model 2>/dev/null)"; done; E blk 0
R ip 5 ip -j addr
R ipo 5 ip -o addr
R route 5 ip route show default
B netdev; for i in /sys/class/net/*; do k=${D}{i##*/}; [ -e $i/device ] && phys=1 || phys=0
  echo "$k mac=$(cat $i/address 2>/dev/null) state=$(cat $i/operstate 2>/dev/null) speed=$(cat $i/speed 2>/dev/null) mtu=$(cat $i/mtu 2>/dev/null) phys=$phys driver=$(readlink $i/device/driver 2>/dev/null | sed 's,.*/,,')"; done 2>/dev/null; E netdev 0
# every display/3D/accelerator PCI function, with or without a driver: shows a GPU whose driver is missing or which is bound to vfio-pci
B pcigpu; for p in /sys/bus/pci/devices/*; do c=$(cat $p/class 2>/dev/null); case $c in 0x03*|0x12*)
  echo "${D}{p##*/} class=$c id=$(cat $p/vendor):$(cat $p/device) driver=$(readlink $p/driver 2>/dev/null | sed 's,.*/,,') numa=$(cat $p/numa_node 2>/dev/null) iommu=$(readlink $p/iommu_group 2>/dev/null | sed 's,.*/,,')";; esac; done; E pcigpu 0
B df; if [ -n "$T" ]; then $T 5 df -P -k -l 2>/dev/null || $T 5 df -P -k; else df -P -k; fi; E df $?
R nvsmi_L 15 nvidia-smi -L
R nvsmi_fields 15 nvidia-smi --help-query-gpu
R nvsmi_xml 20 nvidia-smi -q -x
R nvsmi_lgip 15 nvidia-smi mig -lgip
R nvsmi_topo 15 nvidia-smi topo -m
R amdsmi 20 amd-smi static --json
R rocmsmi 20 rocm-smi --showproductname --showuniqueid --showbus --showdriverversion --showmeminfo vram --json
B end; E end 0
}
main </dev/null
`;

/** How it does. Before it stand lines: N=<mark>, GF=<fields of cards>, MIG=0|1, XID=0|1. */
export const METRICS_SCRIPT = String.raw`main() {
LC_ALL=C LANG=C; export LC_ALL LANG; unset LANGUAGE
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin:/usr/local/nvidia/bin:/opt/rocm/bin; export PATH
if timeout 5 true >/dev/null 2>&1; then T='timeout'; elif timeout -t 5 true >/dev/null 2>&1; then T='timeout -t'; else T=; fi
B() { printf '\n@@%s B %s\n' "$N" "$1"; printf '\n@@%s B %s\n' "$N" "$1" >&2; }
E() { printf '\n@@%s E %s %s\n' "$N" "$1" "$2"; printf '\n@@%s E %s %s\n' "$N" "$1" "$2" >&2; }
X() { if [ -n "$T" ]; then $T "$@"; else shift; "$@"; fi; }
R() { n=$1 s=$2; shift 2; B "$n"; if command -v "$1" >/dev/null 2>&1; then X "$s" "$@"; E "$n" $?; else E "$n" 127; fi; }
G() { n=$1; shift; B "$n"; grep -sH . "$@"; E "$n" $?; }
# what the kernel says of a process: parent, leader of its session, beginning; a name may hold anything but comes before the last bracket
S() { s=; while read -r w; do s="$s $w"; done </proc/$1/stat; s=${D}{s##*) }; set -- $s; P=$2 L=$4 Z=${D}{20}; } 2>/dev/null
B meta; echo "now=$(date +%s)"; echo "uptime=$(cut -d' ' -f1 /proc/uptime)"; echo "boot_id=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)"; E meta 0
B stat; grep -E '^(cpu|btime|procs_)' /proc/stat; E stat $?
B loadavg; cat /proc/loadavg; E loadavg $?
B meminfo; grep -E '^(MemTotal|MemFree|MemAvailable|Buffers|Cached|SReclaimable|Shmem|SwapTotal|SwapFree|HugePages_Total|HugePages_Free|Hugepagesize):' /proc/meminfo; E meminfo $?
G psi /proc/pressure/cpu /proc/pressure/memory /proc/pressure/io
B netdev; cat /proc/net/dev; E netdev $?
B diskstats; grep -v -E ' (loop|ram|zram|sr)[0-9]+ ' /proc/diskstats; E diskstats $?
G temp /sys/class/hwmon/hwmon*/name /sys/class/hwmon/hwmon*/temp*_label /sys/class/hwmon/hwmon*/temp*_input /sys/class/hwmon/hwmon*/fan*_input /sys/class/thermal/thermal_zone*/type /sys/class/thermal/thermal_zone*/temp
B df; if [ -n "$T" ]; then $T 5 df -P -k -l 2>/dev/null || $T 5 df -P -k; else df -P -k; fi; E df $?
R who 3 who
[ "$XID" = 1 ] && { B xid; X 5 dmesg | grep -a 'NVRM: Xid' | tail -n 20; E xid 0; }
# ---- GPUs come last: a hung driver must not cost the sections above -------------------------------
if command -v nvidia-smi >/dev/null 2>&1; then
  if ps -A -o stat= -o comm= 2>/dev/null | grep -q '^D.*nvidia-smi'; then B gpu; E gpu 200   # 200 = an earlier nvidia-smi is stuck in the kernel: do not add one
  else
    R gpu 15 nvidia-smi --query-gpu="$GF" --format=csv,noheader,nounits
    if [ "$MIG" = 1 ]; then R gpuxml 20 nvidia-smi -q -x; R gpulist 10 nvidia-smi -L; fi
    B gpuapps; A=$(X 15 nvidia-smi --query-compute-apps=gpu_uuid,pid,used_memory,process_name --format=csv,noheader,nounits); r=$?; printf '%s\n' "$A"; E gpuapps $r
    B gpuproc; for p in $(printf '%s\n' "$A" | cut -d, -f2 | tr -cd '0-9\n' | sort -un); do [ -d /proc/$p ] || continue
        u=$(ls -ldn /proc/$p | { read -r _ _ u _; echo "$u"; }); nm=$(getent passwd "$u" 2>/dev/null || grep "^[^:]*:[^:]*:$u:" /etc/passwd)
        S $p; z=$Z l=$L a= n=0 q=$P
        while [ "$q" -gt 1 ] 2>/dev/null && [ $n -lt 24 ]; do S $q; [ -n "$Z" ] || break; a=$a,$q:$Z n=$((n+1)) q=$P; done
        echo "pid=$p uid=$u user=${D}{nm%%:*} start=$z leader=$l up=${D}{a#,} sid=$(cat /proc/$p/sessionid 2>/dev/null) luid=$(cat /proc/$p/loginuid 2>/dev/null) cg=$(head -c 300 /proc/$p/cgroup 2>/dev/null | tr '\n' '|')"; done; E gpuproc 0
  fi
fi
if command -v amd-smi >/dev/null 2>&1; then R amdmetric 20 amd-smi metric --json; R amdproc 20 amd-smi process --json
elif command -v rocm-smi >/dev/null 2>&1; then R rocm 20 rocm-smi --showuse --showmemuse --showtemp --showpower --showfan --showuniqueid --showmeminfo vram --json; R rocmpid 20 rocm-smi --showpids details --json; fi
B end; E end 0
}
main </dev/null
`;
