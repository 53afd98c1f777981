-- What receivers do by the links they are sent: another day, and what they thought of the delivery.
ALTER TABLE shipment ADD COLUMN delivery_reschedules smallint NOT NULL DEFAULT 0;
ALTER TABLE shipment ADD COLUMN has_rating boolean NOT NULL DEFAULT false;

CREATE UNIQUE INDEX shipment_reschedule_reference ON shipment (provider_id, reschedule_reference);
CREATE UNIQUE INDEX shipment_rating_reference ON shipment (provider_id, rating_reference);

-- Whoever pays by a link, `/pay/{reference}`, names the shipment by nothing else.
CREATE UNIQUE INDEX shipment_payment_reference ON shipment (provider_id, payment_reference);

CREATE TABLE shipment_rating (
  provider_id integer NOT NULL REFERENCES provider (id),
  shipment_id bigint NOT NULL,
  stars smallint NOT NULL CHECK (stars BETWEEN 1 AND 5),
  comment text NOT NULL DEFAULT '',
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, shipment_id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
CALL tenant_table('shipment_rating', NULL, 'Written once by a receiver and never changed.');
