# Bash reads this before the commands of a document: what the documents presuppose and a machine of tests may lack. What
# such a program is asked for must exist; what it would run elsewhere is run here.
set -eEuo pipefail
trap 'echo "this failed: $BASH_COMMAND" >&2' ERR

in_compose() { grep -q "^  $1:" deploy/compose.yaml || refuse "compose.yaml has no service $1"; }
is_unit() { [ -f "deploy/systemd/$1.service" ] || [ -f "deploy/systemd/$1" ] || refuse "deploy/systemd has no $1"; }
refuse() {
  echo "$*" >&2
  exit 3
}

docker() {
  [ "$1 $2" = 'compose --file' ] && [ -f "$3" ] || refuse "docker $*"
  local action=$4
  shift 4
  while [[ ${1-} == -* ]]; do
    [[ $action$1 == @(exec-T|up--detach|up--build|up--no-deps|up--wait) ]] || refuse "docker compose $action $1"
    shift
  done
  [ $# = 0 ] || in_compose "$1"
  case $action in
  exec) shift && "$@" ;;
  build | up) ;;
  *) refuse "docker compose $action" ;;
  esac
}

systemctl() {
  case $1 in
  reload) is_unit "$2" && grep -q ^ExecReload= "deploy/systemd/$2.service" ;;
  start | stop) if [ "$2" = redis-server ]; then redis_of "${NODE-root}" "$1"; else is_unit "$2"; fi ;;
  enable) [ "$2" = --now ] && is_unit "$3" && grep -q '^\[Install\]' "deploy/systemd/$3"* ;;
  *) refuse "systemctl $*" ;;
  esac
}
# The Redis of a host, which is a folder beside.
redis_of() {
  local pid
  if [ "$2" = start ]; then
    "$(type -P redis-server || type -P valkey-server)" "$1/etc/redis/redis.conf" --daemonize yes >/dev/null
    until (NODE=$1 && redis-cli PING) 2>/dev/null | grep -q PONG; do sleep 0.1; done
  else
    pid=$(cat "$1/redis.pid") && kill "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  fi
}
ssh() { NODE=$1 eval "${2//root\//$1/}"; }
scp() { cp "$1" "${2/:\//\/}"; }
chown() { :; }
journalctl() { [ "$1" = -u ] && is_unit "$2"; }

# Another host is a folder beside.
rsync() {
  local from=${2#backups:} to=${3#backups:}
  [ "$1" = -a ] && mkdir -p "$to" && cp -a "$from." "$to"
}
age() { [ "$1" = -r ] && cat; }

# Of the program's sources most of the time goes into loading modules.
npm() {
  local -a words=("$@")
  [ "${words[1]}" = --silent ] && words=(run "${words[@]:2}")
  [[ "${words[0]} ${words[1]} ${words[2]}" == @(run admin --|run simulate --) ]] || refuse "npm $*"
  local program=$ADMIN
  [ "${words[1]}" = admin ] || program=$SIMULATOR
  node --disable-warning=ExperimentalWarning --conditions=@auction-tiers/source "$program" "${words[@]:3}"
}
auction-tiers() { deploy/auction-tiers "$@"; }
# `redis://:PASSWORD@127.0.0.1:PORT`; -e: an error that Redis answers is a failure.
redis-cli() {
  local password=${REDIS_URL#*//:} port=${REDIS_URL##*:} node=${NODE-}
  [ "$1" = -h ] && node=$2 && shift 2
  [ -z "$node" ] || port=$(sed -n 's/^port //p' "$node/etc/redis/redis.conf")
  REDISCLI_AUTH=${password%@*} "$(type -P redis-cli || type -P valkey-cli)" -e -p "$port" "$@"
}
