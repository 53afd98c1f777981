-- Customer accounts, shared addresses, address books.

CREATE TABLE address (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL DEFAULT 'unknown',
  company text NOT NULL DEFAULT '',
  street_address text NOT NULL DEFAULT '',
  local_area text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  code text NOT NULL DEFAULT '',
  zone text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT 'South Africa',
  lat double precision,
  lng double precision,
  entered_address text NOT NULL DEFAULT '',
  hash text NOT NULL,
  gs_hash text,
  geo_local_area text,
  geo_city text,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id)
);
CREATE UNIQUE INDEX address_hash ON address (provider_id, hash);
CALL tenant_table('address', NULL, 'Shared and never changed; whoever points at one is audited.');

CREATE TABLE account (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  branch_id bigint,
  name text NOT NULL,
  account_code text NOT NULL,
  account_type text NOT NULL CHECK (account_type IN ('prepaid', 'postpaid', 'guest')),
  credit_limit bigint NOT NULL DEFAULT 0,
  payment_terms integer NOT NULL DEFAULT 0,
  invoice_frequency text NOT NULL DEFAULT 'monthly',
  invoice_frequency_time integer NOT NULL DEFAULT 0,
  is_on_hold boolean NOT NULL DEFAULT false,
  hold_reason text,
  disable_auto_hold boolean NOT NULL DEFAULT false,
  temp_disable_auto_hold boolean NOT NULL DEFAULT false,
  charge_discrepancy_threshold_override bigint,
  invoice_allocation_method text NOT NULL DEFAULT 'auto-oldest-invoice-first',
  default_collection_address_id bigint,
  custom_fields jsonb,
  cost_centers jsonb,
  force_show_billing_transactions boolean NOT NULL DEFAULT false,
  invoice_trigger_shipment_status text,
  invoice_trigger_shipment_status_for_month_end text,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  trading_start_date timestamptz,
  rate_group_id bigint,
  pod_method text NOT NULL DEFAULT 'pin-with-fallback',
  pod_method_visible_on_shipment boolean NOT NULL DEFAULT false,
  include_unencrypted_pod_pin boolean NOT NULL DEFAULT false,
  disable_out_for_delivery_sms boolean NOT NULL DEFAULT false,
  disable_out_for_delivery_email boolean NOT NULL DEFAULT false,
  disable_driver_app_notification_sms boolean NOT NULL DEFAULT false,
  disable_driver_app_notification_email boolean NOT NULL DEFAULT false,
  disable_account_in_arrears_checks boolean NOT NULL DEFAULT false,
  override_tracking_prefixes boolean NOT NULL DEFAULT false,
  tracking_prefix text NOT NULL DEFAULT '',
  allow_cancelling_failed_collections boolean NOT NULL DEFAULT false,
  customer_reference_required boolean NOT NULL DEFAULT false,
  customer_reference_prefix text,
  vat_number text NOT NULL DEFAULT '',
  registration_number text NOT NULL DEFAULT '',
  billing_address_id bigint,
  support_email text,
  parcel_types jsonb,
  referrer text,
  billing_contact jsonb,
  next_invoice_run timestamptz,
  created_by text NOT NULL DEFAULT 'system',
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, default_collection_address_id) REFERENCES address (provider_id, id),
  FOREIGN KEY (provider_id, billing_address_id) REFERENCES address (provider_id, id)
);
CREATE UNIQUE INDEX account_code ON account (provider_id, account_code);
CREATE UNIQUE INDEX account_guest ON account (provider_id) WHERE account_type = 'guest';
CREATE INDEX account_name ON account (provider_id, lower(name), id);
CREATE INDEX account_due ON account (provider_id, next_invoice_run);
CALL tenant_table('account', 'account', 'id');

ALTER TABLE app_user ADD FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id);
ALTER TABLE api_key ADD FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id);

-- The stored balance; changed only with its ledger entries, under a lock of this row.
CREATE TABLE account_balance (
  provider_id integer NOT NULL,
  account_id bigint NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  credit_allocation_balance bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (provider_id, account_id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
CALL tenant_table('account_balance', NULL, 'A running sum of the ledger, which keeps every change itself.');

CREATE TABLE account_setting (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
CREATE UNIQUE INDEX account_setting_key ON account_setting (provider_id, account_id, lower(key));
CALL tenant_table('account_setting', 'account_setting', 'account_id');

CREATE TABLE address_book_entry (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  name text NOT NULL,
  contact_name text NOT NULL DEFAULT '',
  mobile_number text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  address_id bigint NOT NULL,
  special_instructions text,
  source text NOT NULL DEFAULT 'manual',
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, address_id) REFERENCES address (provider_id, id)
);
CREATE INDEX address_book_account ON address_book_entry (provider_id, account_id, lower(name), id);
CREATE INDEX address_book_same ON address_book_entry (provider_id, account_id, address_id);
CALL tenant_table('address_book_entry', 'account', 'account_id');
