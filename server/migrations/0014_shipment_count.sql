-- How many shipments an account has, so that lists of one account need not be counted. Kept by the database itself.
-- Triggers of this file: count_new_shipments, count_removed_shipments, move_counted_shipment.

CREATE TABLE account_shipment_count (
  provider_id integer NOT NULL,
  account_id bigint NOT NULL,
  -- Quotes are counted apart: customers do not see them among their shipments.
  is_quote boolean NOT NULL,
  shipments bigint NOT NULL,
  PRIMARY KEY (provider_id, account_id, is_quote),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
) WITH (fillfactor = 50);
CALL tenant_table('account_shipment_count', NULL, 'Follows from the shipments, whose own changes are audited.');

CREATE FUNCTION is_quote(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('quote', 'quote-expired');

-- In the order of accounts, so that two of these never wait for each other.
CREATE FUNCTION count_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_shipment_count AS kept (provider_id, account_id, is_quote, shipments)
    SELECT provider_id, account_id, is_quote(status), count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    FROM touched GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (provider_id, account_id, is_quote) DO UPDATE SET shipments = kept.shipments + excluded.shipments;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_shipments AFTER INSERT ON shipment
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();
CREATE TRIGGER count_removed_shipments AFTER DELETE ON shipment
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();

CREATE FUNCTION move_counted_shipment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_shipment_count AS kept (provider_id, account_id, is_quote, shipments)
    SELECT * FROM (VALUES
      (OLD.provider_id, OLD.account_id, is_quote(OLD.status), -1::bigint),
      (NEW.provider_id, NEW.account_id, is_quote(NEW.status), 1::bigint)) AS moved (provider_id, account_id, is_quote, one)
    ORDER BY 1, 2, 3
    ON CONFLICT (provider_id, account_id, is_quote) DO UPDATE SET shipments = kept.shipments + excluded.shipments;
  RETURN NULL;
END $$;
CREATE TRIGGER move_counted_shipment AFTER UPDATE OF account_id, status ON shipment FOR EACH ROW
  WHEN (OLD.account_id <> NEW.account_id OR is_quote(OLD.status) <> is_quote(NEW.status))
  EXECUTE FUNCTION move_counted_shipment();

SET LOCAL ROLE courier_platform;
INSERT INTO account_shipment_count (provider_id, account_id, is_quote, shipments)
  SELECT provider_id, account_id, is_quote(status), count(*) FROM shipment GROUP BY 1, 2, 3;
RESET ROLE;
