-- Customer accounts, addresses and address books.

CREATE TABLE address (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL DEFAULT 'unknown'
    CHECK (type IN ('residential', 'business', 'counter', 'locker', 'international', 'unknown')),
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
COMMENT ON TABLE address IS 'Addresses, one row for each different one; shared and never changed.';
COMMENT ON COLUMN address.zone IS 'Province.';
COMMENT ON COLUMN address.hash IS 'Digest of the address fields, to find the same address again.';
COMMENT ON COLUMN address.gs_hash IS 'Hash of the place that was found for the address.';
COMMENT ON COLUMN address.geo_local_area IS 'Suburb of the place that was found.';
COMMENT ON COLUMN address.geo_city IS 'City of the place that was found.';
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
  payment_terms_from_statement boolean NOT NULL DEFAULT false,
  invoice_frequency text NOT NULL DEFAULT 'monthly'
    CHECK (invoice_frequency IN ('monthly', 'weekly', 'daily', 'shipment')),
  invoice_frequency_time integer NOT NULL DEFAULT 0,
  is_on_hold boolean NOT NULL DEFAULT false,
  hold_reason text,
  disable_auto_hold boolean NOT NULL DEFAULT false,
  temp_disable_auto_hold boolean NOT NULL DEFAULT false,
  charge_discrepancy_threshold_override bigint,
  invoice_allocation_method text NOT NULL DEFAULT 'auto-oldest-invoice-first'
    CHECK (invoice_allocation_method IN ('manual', 'auto-oldest-invoice-first')),
  default_collection_address_id bigint,
  custom_fields jsonb,
  cost_centers jsonb,
  force_show_billing_transactions boolean NOT NULL DEFAULT false,
  invoice_trigger_shipment_status text,
  invoice_trigger_shipment_status_for_month_end text,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  time_closed timestamptz,
  close_reason text,
  trading_start_date timestamptz,
  rate_group_id bigint,
  next_rate_group_id bigint,
  next_rate_group_date date,
  pod_method text CHECK (pod_method IN ('pin-with-fallback', 'grv')),
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
  tags text[] NOT NULL DEFAULT '{}',
  referrer text,
  billing_contact jsonb,
  next_invoice_run timestamptz,
  created_by text NOT NULL DEFAULT 'system',
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, default_collection_address_id) REFERENCES address (provider_id, id),
  FOREIGN KEY (provider_id, billing_address_id) REFERENCES address (provider_id, id),
  CHECK ((next_rate_group_id IS NULL) = (next_rate_group_date IS NULL))
);
COMMENT ON TABLE account IS 'A customer of the company.';
COMMENT ON COLUMN account.credit_limit IS 'Cents.';
COMMENT ON COLUMN account.payment_terms IS 'Days from the invoice, or from the statement where payment_terms_from_statement is set.';
COMMENT ON COLUMN account.payment_terms_from_statement IS 'The days count from the statement that closes the month of the invoice.';
COMMENT ON COLUMN account.invoice_frequency_time IS 'Weekday of weekly invoices: Sunday 0 to Saturday 6.';
COMMENT ON COLUMN account.temp_disable_auto_hold IS 'Automatic holds are off for a while.';
COMMENT ON COLUMN account.charge_discrepancy_threshold_override IS 'Cents; null: as the company says.';
COMMENT ON COLUMN account.custom_fields IS 'Answers to the questions that the company asks of accounts, by key.';
COMMENT ON COLUMN account.cost_centers IS 'Cost centres that its shipments may be booked on.';
COMMENT ON COLUMN account.rate_group_id IS 'Price list in the price books of the company.';
COMMENT ON COLUMN account.next_rate_group_id IS 'Price list that follows on next_rate_group_date.';
COMMENT ON COLUMN account.pod_method IS 'Null: as the company says.';
COMMENT ON COLUMN account.parcel_types IS 'Parcel types of its own, offered when booking.';
COMMENT ON COLUMN account.billing_contact IS 'Name, mobile number and e-mail address.';
COMMENT ON COLUMN account.next_invoice_run IS 'When its next invoice is due.';
CREATE UNIQUE INDEX account_code ON account (provider_id, account_code);
CREATE UNIQUE INDEX account_guest ON account (provider_id) WHERE account_type = 'guest';
CREATE INDEX account_name ON account (provider_id, lower(name), id);
CREATE INDEX account_due ON account (provider_id, next_invoice_run);
CREATE INDEX account_price_list_due ON account (provider_id, next_rate_group_date)
  WHERE next_rate_group_id IS NOT NULL;
CALL tenant_table('account', 'account', 'id');

CREATE TABLE account_balance (
  provider_id integer NOT NULL,
  account_id bigint NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  credit_allocation_balance bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (provider_id, account_id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE account_balance IS 'The stored balance of an account; changed only together with its ledger entries, under a lock of this row.';
COMMENT ON COLUMN account_balance.balance IS 'Cents; what the account owes is negative.';
COMMENT ON COLUMN account_balance.credit_allocation_balance IS 'Cents of payments and credits that are not allocated to an invoice.';
CALL tenant_table('account_balance', NULL, 'A running sum of the ledger, which keeps every change itself.');

CREATE TABLE account_note (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  message text NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE account_note IS 'Notes of staff on an account.';
CREATE INDEX account_note_newest ON account_note (provider_id, account_id, id DESC);
CALL tenant_table('account_note', 'account', 'account_id');

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
COMMENT ON TABLE account_setting IS 'Settings of an account that override those of the company.';
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
COMMENT ON TABLE address_book_entry IS 'People and places in the address book of an account.';
CREATE INDEX address_book_account ON address_book_entry (provider_id, account_id, lower(name), id);
CREATE INDEX address_book_same ON address_book_entry (provider_id, account_id, address_id);
CALL tenant_table('address_book_entry', 'account', 'account_id');
