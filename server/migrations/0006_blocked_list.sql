-- E-mail addresses, phone numbers and others that are blocked.

CREATE TABLE blocked_entry (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL CHECK (type IN ('email-address', 'email-domain', 'mobile-number', 'ip-address')),
  value text NOT NULL,
  reason text NOT NULL,
  until timestamptz,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  UNIQUE (provider_id, type, value)
);
COMMENT ON TABLE blocked_entry IS 'Whose registrations, guest bookings and messages are stopped.';
COMMENT ON COLUMN blocked_entry.until IS 'It holds before this moment; ending an entry sets it. Null: without end.';
CALL tenant_table('blocked_entry', 'blocked_entry', 'id');

CREATE TABLE blocked_hit (
  provider_id integer NOT NULL,
  blocked_entry_id bigint NOT NULL,
  hits integer NOT NULL,
  time_last timestamptz NOT NULL,
  PRIMARY KEY (provider_id, blocked_entry_id),
  FOREIGN KEY (provider_id, blocked_entry_id) REFERENCES blocked_entry (provider_id, id)
);
COMMENT ON TABLE blocked_hit IS 'How often an entry has stopped something; apart, because it is not audited.';
CALL tenant_table('blocked_hit', NULL, 'A counter that nobody changes by hand.');
