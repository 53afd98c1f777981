-- One-time tickets for the live channel: the token of a session never leaves the calls of the API.
CREATE TABLE live_ticket (
  provider_id integer NOT NULL REFERENCES provider (id),
  digest text NOT NULL,
  session_id bigint NOT NULL,
  time_expires timestamptz NOT NULL,
  PRIMARY KEY (provider_id, digest),
  FOREIGN KEY (provider_id, session_id) REFERENCES session (provider_id, id) ON DELETE CASCADE
);
CALL tenant_table('live_ticket', NULL, 'Lives for half a minute; the session behind it is audited.');
