/**
 * What the watchdog runs: it reads the groups that the server runs from its stdin (`+ marker group`, `- marker`; no group while it is being started).
 * When that ends, the server is gone, and what is left is asked to end, then made to. A shell, because it takes a
 * hundredth of the memory of Node and is there at once. On Linux what left its group is found by its marker.
 */
export const WATCHDOG_SCRIPT = `
trap '' INT TERM HUP
groups=''
while read -r act marker group; do
  rest=''
  for known in $groups; do [ "\${known#*:}" = "$marker" ] || rest="$rest $known"; done
  groups=$rest
  [ "$act" = + ] && groups="$groups $group:$marker"
done
signal_all() {
  for known in $groups; do
    group=\${known%%:*}
    [ -z "$group" ] || kill -s "$1" -- "-$group"
    [ -r /proc/self/environ ] || continue
    for file in $(grep -lzsF -e "\${known#*:}" /proc/[0-9]*/environ); do
      pid=\${file#/proc/}
      kill -s "$1" "\${pid%/environ}"
    done
  done
}
is_alive() {
  for known in $groups; do
    group=\${known%%:*}
    [ -n "$group" ] && kill -s 0 -- "-$group" && return 0
  done
  return 1
}
signal_all TERM
for tenth in 1 2 3 4 5 6 7 8 9 10; do is_alive && sleep 0.1; done
signal_all KILL
sleep 0.1
signal_all KILL
`;
