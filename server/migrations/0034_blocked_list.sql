-- Whose registrations, guest bookings and messages are stopped.
CREATE TABLE blocked_entry (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL CHECK (type IN ('email-address', 'email-domain', 'mobile-number', 'ip-address')),
  value text NOT NULL,
  reason text NOT NULL,
  -- It holds before this moment; an entry that was ended holds it too.
  until timestamptz,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  UNIQUE (provider_id, type, value)
);
CALL tenant_table('blocked_entry', 'blocked_entry', 'id');

-- How often an entry has stopped something, apart from what the audit keeps of it.
CREATE TABLE blocked_hit (
  provider_id integer NOT NULL,
  blocked_entry_id bigint NOT NULL,
  hits integer NOT NULL,
  time_last timestamptz NOT NULL,
  PRIMARY KEY (provider_id, blocked_entry_id),
  FOREIGN KEY (provider_id, blocked_entry_id) REFERENCES blocked_entry (provider_id, id)
);
CALL tenant_table('blocked_hit', NULL, 'A counter that nobody changes by hand.');
