#!/bin/sh
# Starts Redis in the folder of its data, with these arguments.
#
# Before that it cuts off a transaction that a kill has left unfinished at the end of the append-only file, which Redis
# would do by half (docs/runbook.md, "Redis was killed"). Nothing else is cut off: other damage is left for a person.
set -eu
manifest=appendonlydir/appendonly.aof.manifest
if [ -f "$manifest" ]; then
  last=appendonlydir/$(sed -n 's/^file \(.*\) seq [0-9]* type i$/\1/p' "$manifest" | tail -n 1)
  whole=$(redis-check-aof "$manifest" | sed -n 's/^AOF analyzed: .*ok_up_to=\([0-9]*\),.*/\1/p' | tail -n 1)
  rest() { tail -c "+$((whole + 1))" "$last"; }
  if [ -f "$last" ] && [ "$(rest | head -c 15 | tr -d '\r\n')" = '*1$5MULTI' ] && ! rest | grep -qa '^EXEC'; then
    echo "$last ends with an unfinished transaction; it is cut off at byte $whole"
    truncate -s "$whole" "$last"
  fi
fi
exec redis-server "$@"
