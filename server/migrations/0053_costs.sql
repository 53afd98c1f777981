-- compatible-from: 0041
-- Pay plans, statements of drivers, bills of partners, and what each shipment cost.

CREATE TABLE pay_plan (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE pay_plan IS 'Pay plans of drivers; the name never changes, because drivers are given a plan by its name.';
CREATE UNIQUE INDEX pay_plan_name ON pay_plan (provider_id, lower(name));
CALL tenant_table('pay_plan', 'pay_plan', 'id');

CREATE TABLE pay_plan_version (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  plan_id bigint NOT NULL,
  valid_from date NOT NULL,
  rules jsonb NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, plan_id) REFERENCES pay_plan (provider_id, id)
);
COMMENT ON TABLE pay_plan_version IS 'What a pay plan pays from a day on; appended only.';
COMMENT ON COLUMN pay_plan_version.rules IS 'Amounts in cents per stop, kilogram and zone, and the bonus of a day.';
CREATE UNIQUE INDEX pay_plan_version_from ON pay_plan_version (provider_id, plan_id, valid_from);
CALL tenant_table('pay_plan_version', 'pay_plan', 'plan_id');

CREATE TABLE pay_plan_driver (
  provider_id integer NOT NULL REFERENCES provider (id),
  username text NOT NULL,
  valid_from date NOT NULL,
  plan_id bigint,
  PRIMARY KEY (provider_id, username, valid_from),
  FOREIGN KEY (provider_id, plan_id) REFERENCES pay_plan (provider_id, id)
);
COMMENT ON TABLE pay_plan_driver IS 'Which plan pays a driver from a day on.';
COMMENT ON COLUMN pay_plan_driver.plan_id IS 'Null: from then on no plan.';
CALL tenant_table('pay_plan_driver', NULL, 'Follows from the pay plan of the user, whose changes are audited.');

CREATE TABLE pay_statement (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint NOT NULL,
  username text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'approved', 'paid')),
  from_day date NOT NULL,
  to_day date NOT NULL,
  total bigint NOT NULL,
  prepared_by text NOT NULL,
  approved_by text,
  approved_at timestamptz,
  paid_by text,
  paid_at timestamptz,
  payment_reference text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  CHECK (from_day <= to_day),
  CHECK ((state = 'draft') = (approved_by IS NULL)),
  CHECK ((state = 'paid') = (paid_by IS NOT NULL)),
  CHECK (approved_by <> prepared_by)
);
COMMENT ON TABLE pay_statement IS 'What drivers are paid for a period.';
COMMENT ON COLUMN pay_statement.id IS 'Counted per company without gaps; people read it as the number.';
COMMENT ON COLUMN pay_statement.username IS 'The driver.';
COMMENT ON COLUMN pay_statement.total IS 'Cents; the sum of its lines.';
COMMENT ON COLUMN pay_statement.prepared_by IS 'User name of whoever changed the draft last; another person approves it.';
CREATE UNIQUE INDEX pay_statement_draft ON pay_statement (provider_id, username) WHERE state = 'draft';
CREATE INDEX pay_statement_driver ON pay_statement (provider_id, username, id DESC);
CALL tenant_table('pay_statement', 'pay_statement', 'id');

CREATE TABLE partner_bill (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  partner text NOT NULL,
  bill_number text NOT NULL,
  bill_date date NOT NULL,
  total bigint NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE partner_bill IS 'Imported bills of couriers, carriers and locker networks that carry for the company.';
COMMENT ON COLUMN partner_bill.total IS 'Cents without VAT; the sum of its lines.';
CREATE UNIQUE INDEX partner_bill_once ON partner_bill (provider_id, lower(partner), lower(bill_number));
CALL tenant_table('partner_bill', 'partner_bill', 'id');

CREATE TABLE cost_line (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('driver-pay', 'partner-bill', 'vehicle', 'line-haul', 'pickup-point', 'claim')),
  leg text NOT NULL CHECK (leg IN ('collection', 'line-haul', 'delivery', 'partner', 'locker', 'cover')),
  key text NOT NULL,
  number integer NOT NULL,
  work_day date NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  reference text NOT NULL DEFAULT '',
  username text,
  plan_version_id bigint,
  statement_id bigint,
  partner_bill_id bigint,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, plan_version_id) REFERENCES pay_plan_version (provider_id, id),
  FOREIGN KEY (provider_id, statement_id) REFERENCES pay_statement (provider_id, id),
  FOREIGN KEY (provider_id, partner_bill_id) REFERENCES partner_bill (provider_id, id),
  CHECK ((kind = 'driver-pay') = (username IS NOT NULL)),
  CHECK (statement_id IS NULL OR kind = 'driver-pay'),
  CHECK ((kind = 'partner-bill') = (partner_bill_id IS NOT NULL))
);
COMMENT ON TABLE cost_line IS 'What was paid or has to be paid for carrying: lines of statements, of bills of partners, of vehicles, routes, pickup points and claims. Amounts are never changed; another line of the same key corrects them.';
COMMENT ON COLUMN cost_line.key IS 'What the line pays for; the lines of a key add up to what it costs.';
COMMENT ON COLUMN cost_line.number IS 'Counts the lines of a key from 1; from 2 on they are corrections.';
COMMENT ON COLUMN cost_line.work_day IS 'South African day of the work.';
COMMENT ON COLUMN cost_line.day IS 'South African day on which it counts; a correction counts on the day it is made.';
COMMENT ON COLUMN cost_line.amount IS 'Cents without VAT; negative when money is taken back.';
COMMENT ON COLUMN cost_line.reference IS 'As written on the bill of a partner.';
COMMENT ON COLUMN cost_line.username IS 'The driver who is paid.';
CREATE UNIQUE INDEX cost_line_key ON cost_line (provider_id, key, number);
CREATE INDEX cost_line_work_day ON cost_line (provider_id, kind, work_day);
CREATE INDEX cost_line_day ON cost_line (provider_id, day);
CREATE INDEX cost_line_unpaid ON cost_line (provider_id, username, day) WHERE kind = 'driver-pay' AND statement_id IS NULL;
CREATE INDEX cost_line_driver ON cost_line (provider_id, username, work_day) WHERE kind = 'driver-pay';
CREATE INDEX cost_line_statement ON cost_line (provider_id, statement_id, id) WHERE statement_id IS NOT NULL;
CREATE INDEX cost_line_bill ON cost_line (provider_id, partner_bill_id, id) WHERE partner_bill_id IS NOT NULL;
CALL tenant_table('cost_line', NULL, 'Amounts are appended only; statements and bills are audited.');

CREATE TABLE shipment_cost (
  provider_id integer NOT NULL,
  cost_line_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (provider_id, cost_line_id, shipment_id),
  FOREIGN KEY (provider_id, cost_line_id) REFERENCES cost_line (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE shipment_cost IS 'Shares of shipments in a line; they add up to its amount, or there are none.';
COMMENT ON COLUMN shipment_cost.amount IS 'Cents without VAT.';
CREATE INDEX shipment_cost_shipment ON shipment_cost (provider_id, shipment_id);
CALL tenant_table('shipment_cost', NULL, 'Derived from the lines, appended only.');

-- Partners bill by their own references.
CREATE INDEX shipment_third_party ON shipment (provider_id, third_party_reference) WHERE third_party_reference IS NOT NULL;

-- What drivers are paid for is read by day.
CREATE INDEX tracking_event_completed ON tracking_event (provider_id, date)
  WHERE status IN ('collected', 'delivered', 'in-locker', 'ready-for-pickup', 'returned-to-sender');

-- Until now a pay plan was a word without effect. Each word becomes a plan that pays nothing until it has a version.
ALTER TABLE app_user NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pay_plan NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pay_plan DISABLE TRIGGER audit;
ALTER TABLE pay_plan_driver NO FORCE ROW LEVEL SECURITY;
INSERT INTO pay_plan (provider_id, name, created_by, time_created)
  SELECT provider_id, min(btrim(pay_plan)), 'system', now() FROM app_user WHERE btrim(pay_plan) <> ''
  GROUP BY provider_id, lower(btrim(pay_plan));
INSERT INTO pay_plan_driver (provider_id, username, valid_from, plan_id)
  SELECT u.provider_id, u.username, now()::date, p.id
  FROM app_user u JOIN pay_plan p ON p.provider_id = u.provider_id AND lower(p.name) = lower(btrim(u.pay_plan))
  WHERE u.role_id = 7 AND u.deleted_date IS NULL;
ALTER TABLE pay_plan ENABLE TRIGGER audit;
ALTER TABLE app_user FORCE ROW LEVEL SECURITY;
ALTER TABLE pay_plan FORCE ROW LEVEL SECURITY;
ALTER TABLE pay_plan_driver FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN app_user.pay_plan IS 'Name of the pay plan; empty: none.';
