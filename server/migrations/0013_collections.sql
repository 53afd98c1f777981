-- Collection requests and recurring collections.

CREATE TABLE recurring_collection (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly')),
  weekdays bigint[] NOT NULL,
  from_day date NOT NULL,
  until_day date,
  address_id bigint NOT NULL,
  address_book_id bigint,
  contact jsonb NOT NULL,
  after time NOT NULL,
  before time NOT NULL,
  expected_parcels integer,
  expected_kg double precision,
  vehicle text NOT NULL,
  packaging text NOT NULL,
  instructions text NOT NULL,
  customer_reference text NOT NULL,
  made_until date,
  created_by text NOT NULL,
  modified_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, address_id) REFERENCES address (provider_id, id)
);
COMMENT ON TABLE recurring_collection IS 'Collections that recur; a schedule makes a request for each day.';
COMMENT ON COLUMN recurring_collection.weekdays IS 'Sunday 0 to Saturday 6; empty for daily ones.';
COMMENT ON COLUMN recurring_collection.contact IS 'Name, mobile number and e-mail address.';
COMMENT ON COLUMN recurring_collection.after IS 'Earliest, South African time.';
COMMENT ON COLUMN recurring_collection.before IS 'Latest, South African time.';
COMMENT ON COLUMN recurring_collection.expected_kg IS 'Kilograms.';
COMMENT ON COLUMN recurring_collection.made_until IS 'Requests have been made for every due day until then.';
CREATE INDEX recurring_collection_account ON recurring_collection (provider_id, account_id, id);
CALL tenant_table('recurring_collection', 'account', 'account_id');

CREATE TABLE collection_request (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint NOT NULL,
  account_id bigint NOT NULL,
  status text NOT NULL
    CHECK (status IN (
      'collection-assigned', 'collection-unassigned', 'collection-rejected', 'collection-exception',
      'collection-failed-attempt', 'closed', 'cancelled'
    )),
  address_id bigint NOT NULL,
  address_book_id bigint,
  contact jsonb NOT NULL,
  date date NOT NULL,
  after time NOT NULL,
  before time NOT NULL,
  expected_parcels integer,
  expected_kg double precision,
  vehicle text NOT NULL,
  packaging text NOT NULL,
  instructions text NOT NULL,
  customer_reference text NOT NULL,
  recurring_id bigint,
  due_day date,
  agent_id text,
  agent_zone text,
  routing_number text,
  branch_id bigint,
  collected_parcels integer,
  collected_date timestamptz,
  stickers text[] NOT NULL DEFAULT '{}',
  failed_collection_attempts integer NOT NULL DEFAULT 0,
  latest_event_time timestamptz NOT NULL,
  created_by text NOT NULL,
  modified_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, address_id) REFERENCES address (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, recurring_id) REFERENCES recurring_collection (provider_id, id)
);
COMMENT ON TABLE collection_request IS 'Requests of customers to fetch parcels.';
COMMENT ON COLUMN collection_request.id IS 'Counted per company without gaps; people read it as the number.';
COMMENT ON COLUMN collection_request.contact IS 'Name, mobile number and e-mail address.';
COMMENT ON COLUMN collection_request.after IS 'Earliest, South African time.';
COMMENT ON COLUMN collection_request.before IS 'Latest, South African time.';
COMMENT ON COLUMN collection_request.expected_kg IS 'Kilograms.';
COMMENT ON COLUMN collection_request.due_day IS 'Day it fell due, which may have moved off a day without service; null after a change of days.';
COMMENT ON COLUMN collection_request.agent_id IS 'User name of the driver.';
COMMENT ON COLUMN collection_request.stickers IS 'Barcodes the driver took along that were not parcels yet.';
CREATE INDEX collection_request_day ON collection_request (provider_id, date DESC, id DESC);
CREATE INDEX collection_request_account ON collection_request (provider_id, account_id, date DESC, id DESC);
CREATE INDEX collection_request_status ON collection_request (provider_id, status, date DESC, id DESC);
CREATE INDEX collection_request_agent ON collection_request (provider_id, agent_id, status)
  WHERE agent_id IS NOT NULL;
-- One request per due day, however often the schedule runs.
CREATE UNIQUE INDEX collection_request_due ON collection_request (provider_id, recurring_id, due_day)
  WHERE recurring_id IS NOT NULL;
CALL tenant_table('collection_request', 'collection_request', 'id');

CREATE TABLE collection_request_event (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  request_id bigint NOT NULL,
  date timestamptz NOT NULL,
  status text NOT NULL,
  message text NOT NULL DEFAULT '',
  lat double precision,
  lng double precision,
  data jsonb,
  source text NOT NULL,
  is_public boolean NOT NULL DEFAULT true,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, request_id) REFERENCES collection_request (provider_id, id)
);
COMMENT ON TABLE collection_request_event IS 'What happened to a collection request; appended only.';
COMMENT ON COLUMN collection_request_event.data IS 'More facts, depending on the status.';
COMMENT ON COLUMN collection_request_event.is_public IS 'Customers may read it.';
CREATE INDEX collection_request_event_request ON collection_request_event (provider_id, request_id, date DESC, id DESC);
CALL tenant_table('collection_request_event', NULL, 'Facts, append-only; they are their own history.');
