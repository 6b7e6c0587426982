/** The files that an operator copies from /docs/hosting, /docs/teams and /docs/servers. The tests run them with other paths, ports and addresses only. */

/** The package, as `npm pack` names it. */
const TARBALL = 'sandbank-2.1.0.tgz'

export const INSTALL = `npm install --global ${TARBALL}`

export const SYSTEMD_UNIT = `# /etc/systemd/system/sandbank.service
[Unit]
Description=Sandbank
After=network.target

[Service]
User=sandbank
StateDirectory=sandbank
Environment=SANDBANK_HOME=/var/lib/sandbank LOG_LEVEL=info
EnvironmentFile=-/etc/sandbank.env
ExecStart=/usr/local/bin/sandbank start
Restart=on-failure
TimeoutStopSec=30
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
`

export const CONTAINER_FILE = `# Containerfile
FROM node:22-slim
COPY ${TARBALL} /tmp/
RUN npm install --global /tmp/${TARBALL}
USER node
ENV HOST=0.0.0.0 SANDBANK_HOME=/home/node/bank
VOLUME /home/node
EXPOSE 4000
CMD ["sandbank", "start"]
`

export const NGINX = `# /etc/nginx/conf.d/sandbank.conf
upstream sandbank {
  server 127.0.0.1:4000;
  keepalive 32;
}
server {
  listen 8080;
  client_max_body_size 16m;
  large_client_header_buffers 4 32k;
  location / {
    proxy_pass http://sandbank;
    proxy_http_version 1.1;
    proxy_buffering off;
    proxy_read_timeout 310s;
    proxy_set_header Host $http_host;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
  }
}
`

export const HAPROXY = `# /etc/haproxy/haproxy.cfg
global
  tune.bufsize 65536
defaults
  mode http
  option forwardfor
  timeout connect 4s
  timeout client 310s
  timeout server 310s
frontend bank
  bind :443 ssl crt /etc/haproxy/certs/
  http-request set-header X-Forwarded-Proto https
  default_backend sandbank
backend sandbank
  server one 127.0.0.1:4000
`

const GROUPS_AND_SERVERS = `global
  tune.bufsize 65536
defaults
  mode http
  option forwardfor
  option redispatch 1
  retry-on conn-failure empty-response
  timeout connect 4s
  timeout client 310s
  timeout server 310s
  timeout check 2s
`

/** Groups of teams by the host name. */
export const HAPROXY_GROUPS = `# /etc/haproxy/haproxy.cfg
${GROUPS_AND_SERVERS}frontend banks
  bind :443 ssl crt /etc/haproxy/certs/
  http-request set-header X-Forwarded-Proto https
  use_backend %[req.hdr(host),field(1,:),lower]
backend red.bank.example
  server red 127.0.0.1:4001
backend blue.bank.example
  server blue 127.0.0.1:4002
`

/** One bank on several servers (D127). */
export const HAPROXY_SERVERS = `# /etc/haproxy/haproxy.cfg
${GROUPS_AND_SERVERS}frontend bank
  bind :443 ssl crt /etc/haproxy/certs/
  http-request set-header X-Forwarded-Proto https
  default_backend servers
backend servers
  option httpchk GET /health
  default-server check inter 250ms fall 3 rise 1
  server one 10.0.0.1:4000
  server two 10.0.0.2:4000
`

/** A home for each group of teams: each command stays, in a terminal of its own. */
export const START_GROUPS = `SANDBANK_HOME=/srv/red PORT=4001 SANDBANK_TOKEN=red-token-of-16-signs npx sandbank start
SANDBANK_HOME=/srv/blue PORT=4002 SANDBANK_TOKEN=blue-token-of-16-signs npx sandbank start`

/** A world of one group in another one. */
export const MOVE_WORLD = `SANDBANK_TOKEN=red-token-of-16-signs npx sandbank snapshot save green.snapshot --world green --base https://red.bank.example
SANDBANK_TOKEN=blue-token-of-16-signs npx sandbank snapshot load green.snapshot --name green --base https://blue.bank.example
SANDBANK_TOKEN=blue-token-of-16-signs npx sandbank world create green --snapshot green --base https://blue.bank.example`

/** What each machine of a group has. */
export const START_TEAM = `export SANDBANK_URL=https://red.bank.example SANDBANK_TOKEN=red-token-of-16-signs
npx sandbank tpp new acme
npx sandbank call GET /v1/sandbox/customers`

/** The first server of a bank on several; the others start by the last two lines. */
export const START_SERVERS = `createdb --encoding=UTF8 --template=template0 bank
export DATABASE_URL=postgresql://bank:PASSWORD@db.example/bank SANDBANK_TOKEN=one-token-for-all SANDBANK_SECRET=32-bytes-or-more-the-same-at-all
HOST=0.0.0.0 npx sandbank start`

export const PROMETHEUS_RULES = `# sandbank.rules.yml
groups:
  - name: sandbank
    rules:
      - alert: SandbankAway
        expr: up{job="sandbank"} == 0
        for: 1m
      - alert: SandbankFails
        expr: sum(rate(sandbank_call_seconds_count{status=~"5.."}[5m])) > 0
        for: 5m
      - alert: SandbankSlow
        expr: histogram_quantile(0.99, sum by (le) (rate(sandbank_call_seconds_bucket[5m]))) > 1
        for: 10m
      - alert: SandbankCommandsWait
        expr: sandbank_commands_waiting > 100
        for: 5m
      - alert: SandbankJournalWaits
        expr: sandbank_journal_backlog > 1000
        for: 5m
`

export const BACKUP = `systemctl stop sandbank
tar -C /var/lib -czf sandbank.tar.gz sandbank
systemctl start sandbank`

export const RESTORE = `systemctl stop sandbank
rm -r /var/lib/sandbank/* && tar -C /var/lib -xzf sandbank.tar.gz
systemctl start sandbank`

export const DATABASE_BACKUP = `pg_dump -Fc -N journal bank > bank.dump
createdb --encoding=UTF8 --template=template0 restored
pg_restore -d restored bank.dump`

export const UPGRADE = `systemctl stop sandbank
tar -C /var/lib -czf before.tar.gz sandbank
${INSTALL}
systemctl start sandbank`

export const MOVE = `systemctl stop sandbank
createdb --encoding=UTF8 --template=template0 bank
export SANDBANK_SECRET=$(openssl rand -base64 32)
runuser -u sandbank -- sandbank move --home /var/lib/sandbank --to postgresql://bank:PASSWORD@db.example/bank`

/** The needs of a machine, measured on two cores with Node 20. */
export const SIZES = [
  [
    'Memory',
    '90 MB for a bank that has just started, 140 MB with ten worlds, 160 MB with a hundred. Give a process 512 MB.',
  ],
  ['Disk', '1.3 MB for each world with the standard set. The journal has the calls of a day, at most 10,000 a world.'],
  ['Processes', 'One on SQLite serves one team or many; each uses one core, and some of a second one for the disk.'],
  ['Connections', 'On PostgreSQL 20 for each server, up to 60 while statements wait for a lock of another user.'],
  ['Moving', 'A hundred worlds with 10,000 transactions each, which are 4.2 million rows, took 4 minutes and 210 MB.'],
] as const
