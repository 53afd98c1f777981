-- Requests to fetch parcels in bulk, and the recurring ones that make them.

CREATE TABLE recurring_collection (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly')),
  -- Sunday 0 to Saturday 6; empty for daily ones.
  weekdays bigint[] NOT NULL,
  from_day date NOT NULL,
  until_day date,
  address_id bigint NOT NULL,
  address_book_id bigint,
  contact jsonb NOT NULL,
  after text NOT NULL,
  before text NOT NULL,
  expected_parcels integer,
  expected_kg double precision,
  vehicle text NOT NULL,
  packaging text NOT NULL,
  instructions text NOT NULL,
  customer_reference text NOT NULL,
  -- Requests have been made for every day it falls due until then.
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
CREATE INDEX recurring_collection_account ON recurring_collection (provider_id, account_id, id);
CALL tenant_table('recurring_collection', 'account', 'account_id');

CREATE TABLE collection_request (
  provider_id integer NOT NULL REFERENCES provider (id),
  -- Counted per provider without gaps: it is the number people read.
  id bigint NOT NULL,
  account_id bigint NOT NULL,
  status text NOT NULL,
  address_id bigint NOT NULL,
  address_book_id bigint,
  contact jsonb NOT NULL,
  date date NOT NULL,
  after text NOT NULL,
  before text NOT NULL,
  expected_parcels integer,
  expected_kg double precision,
  vehicle text NOT NULL,
  packaging text NOT NULL,
  instructions text NOT NULL,
  customer_reference text NOT NULL,
  recurring_id bigint,
  -- The day it fell due, which a day without service may have moved; none once a change of days left it behind.
  due_day date,
  agent_id text,
  agent_zone text,
  routing_number text,
  branch_id bigint,
  collected_parcels integer,
  collected_date timestamptz,
  -- Barcodes the driver took along that were no parcels yet.
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
CREATE INDEX collection_request_day ON collection_request (provider_id, date DESC, id DESC);
CREATE INDEX collection_request_account ON collection_request (provider_id, account_id, date DESC, id DESC);
CREATE INDEX collection_request_status ON collection_request (provider_id, status, date DESC, id DESC);
CREATE INDEX collection_request_agent ON collection_request (provider_id, agent_id, status) WHERE agent_id IS NOT NULL;
-- One request per due day, however often the clock runs.
CREATE UNIQUE INDEX collection_request_due ON collection_request (provider_id, recurring_id, due_day) WHERE recurring_id IS NOT NULL;
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
  -- What was refused or happened on the way, for the office.
  is_public boolean NOT NULL DEFAULT true,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, request_id) REFERENCES collection_request (provider_id, id)
);
CREATE INDEX collection_request_event_request ON collection_request_event (provider_id, request_id, date DESC, id DESC);
CALL tenant_table('collection_request_event', NULL, 'Facts, append-only; they are their own history.');

ALTER TABLE shipment ADD COLUMN collection_request_id bigint;
-- Asked at the end of the work: a booking for a request that is not there is refused with a sentence before that.
ALTER TABLE shipment ADD FOREIGN KEY (provider_id, collection_request_id) REFERENCES collection_request (provider_id, id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX shipment_collection_request ON shipment (provider_id, collection_request_id) WHERE collection_request_id IS NOT NULL;

-- Roles that companies began with may from now on ask for collections, also recurring ones.
SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username": "system", "channel": "job", "request_id": "0024"}', true);
UPDATE role SET permissions = permissions || ARRAY['API_/collection-requests/*']
  WHERE id IN (5, 6, 9) AND deleted_date IS NULL AND NOT 'API_/collection-requests/*' = ANY (permissions);
UPDATE role SET permissions = array_replace(permissions, 'API_/collection-requests:*', 'API_/collection-requests/*')
  WHERE 'API_/collection-requests:*' = ANY (permissions);
RESET ROLE;
