/** How long the watchdog tries. */
const TRIES_FOR_S = 60;

/**
 * What the watchdog runs, with the start of all our markers as its argument. From its stdin it reads the groups that
 * the server runs (`+ marker group start`, `- marker`; no group while it is being started), processes that the server
 * could not end (`= pid start`), and `dismiss`. When its stdin ends, the server is gone: what is left is asked to end,
 * then held still, then killed, until nothing was found twice. A shell, because it takes a hundredth of the memory of
 * Node and is there at once. It finds members as `kin.ts` does.
 */
export const WATCHDOG_SCRIPT = `
trap '' INT TERM HUP
run=$1
groups=''
seen=''
while read -r act name group start; do
  case $act in
    dismiss) exit 0 ;;
    =) seen="$seen $name:$group"; continue ;;
  esac
  rest=''
  for known in $groups; do [ "\${known##*/}" = "$name" ] || rest="$rest $known"; done
  groups=$rest
  [ "$act" = + ] && groups="$groups $group:$start/$name"
done

marked() {
  [ -r /proc/self/environ ] || return 0
  set -- -e "$run"
  for known in $groups; do
    case \${known##*/} in "$run"*) ;; *) set -- "$@" -e "\${known##*/}" ;; esac
  done
  grep -lzsF "$@" /proc/[0-9]*/environ | while read -r file; do
    file=\${file#/proc/}
    echo "M \${file%/environ}"
  done
}
table() {
  if [ -r /proc/self/stat ]; then cat /proc/[0-9]*/stat
  else ps -A -o pid=,stat=,ppid=,pgid=,lstart= | awk '{ print $1, "(x)", substr($2, 1, 1), $3, $4, 0, "-", $5 "_" $6 "_" $7 "_" $8 "_" $9 }'
  fi
}
members() {
  {
    marked
    for known in $groups; do echo "G \${known%%/*}"; done
    for known in $seen; do echo "S $known"; done
    table
  } | awk '
    $1 == "M" { marked[$2]; next }
    $1 == "G" { split($2, part, ":"); if (part[1] != "") group[part[1]] = part[2]; next }
    $1 == "S" { i = index($2, ":"); seen[substr($2, 1, i - 1)] = substr($2, i + 1); next }
    {
      pid = $1
      sub(/^.*\\) /, "")
      if ($1 == "Z" || $1 == "X") next
      row[++rows] = pid; parent[pid] = $2; groupOf[pid] = $3; sessionOf[pid] = $4
      start[pid] = $5 == "-" ? $6 : $20
    }
    END {
      for (id in group) if (!(id in start) || group[id] == "" || start[id] == group[id]) ours["g" id]
      do {
        more = 0
        for (i = 1; i <= rows; i++) {
          pid = row[i]
          if (pid in member) continue
          if (!(pid in marked || (pid in seen && seen[pid] == start[pid]) || parent[pid] in member \\
            || ("g" groupOf[pid]) in ours || ("s" sessionOf[pid]) in ours)) continue
          member[pid]; ours["g" groupOf[pid]]; more = 1
          if (sessionOf[pid] > 0) ours["s" sessionOf[pid]]
          print pid ":" start[pid]
        }
      } while (more)
    }'
}

look() {
  found=$(members)
  for one in $found; do
    case " $seen " in *" $one "*) ;; *) seen="$seen $one" ;; esac
  done
}
look
# A whole group at the same moment: a parent whose child ends before it would go on as if that had done its work.
for one in $found; do
  case " $groups" in *" \${one%%:*}:"*) kill -s TERM -- "-\${one%%:*}" ;; esac
done
for one in $found; do kill -s TERM "\${one%%:*}"; done
for tenth in 1 2 3 4 5 6 7 8 9 10; do
  [ -n "$found" ] || break
  sleep 0.1
  look
done
end=$(( $(date +%s) + ${TRIES_FOR_S} ))
frozen=''
nothing=0
while [ $nothing -lt 2 ] && [ "$(date +%s)" -lt $end ]; do
  look
  if [ -z "$found" ]; then nothing=$((nothing + 1)); else nothing=0; fi
  for one in $found; do
    case " $frozen " in
      *" $one "*) kill -s KILL "\${one%%:*}" ;;
      *) kill -s STOP "\${one%%:*}"; frozen="$frozen $one" ;;
    esac
  done
  sleep 0.05
done
# Nothing stays frozen.
for one in $found; do kill -s KILL "\${one%%:*}"; done
`;
