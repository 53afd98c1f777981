-- compatible-from: 0063
-- Calls of drivers to customers through the gateway, which show neither number (decision 0146).
CREATE TABLE masked_call (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  driver_username text NOT NULL,
  shipment_id bigint,
  collection_request_id bigint,
  state text NOT NULL CHECK (state IN ('requested', 'accepted', 'failed')),
  reason text NOT NULL DEFAULT '',
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  CHECK ((shipment_id IS NULL) <> (collection_request_id IS NULL)),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, collection_request_id) REFERENCES collection_request (provider_id, id)
);
COMMENT ON TABLE masked_call IS 'Calls of drivers to customers that the gateway connected without showing a number.';
COMMENT ON COLUMN masked_call.shipment_id IS 'The shipment whose contact was called; null for a bulk collection.';
COMMENT ON COLUMN masked_call.state IS 'requested: the gateway has not answered. accepted: the gateway rings the driver. failed: it did not accept the call.';
COMMENT ON COLUMN masked_call.reason IS 'Why it failed.';
CREATE INDEX masked_call_of_driver ON masked_call (provider_id, driver_username, time_created DESC);
CREATE INDEX masked_call_of_shipment ON masked_call (provider_id, shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX masked_call_of_request ON masked_call (provider_id, collection_request_id) WHERE collection_request_id IS NOT NULL;
CALL tenant_table('masked_call', NULL, 'It is a record of calls and changes only when the gateway answers.');

-- Links that sign one device in to one shipment, each once (decision 0146).
CREATE TABLE receiver_link (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  digest text NOT NULL,
  number_digest text NOT NULL,
  time_created timestamptz NOT NULL,
  expires timestamptz NOT NULL,
  time_used timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE receiver_link IS 'Links that sign a device of the receiver in to a shipment, each once.';
COMMENT ON COLUMN receiver_link.digest IS 'Digest of the secret in the link.';
COMMENT ON COLUMN receiver_link.number_digest IS 'Digest of the number and address that the parcel had; another contact ends the link.';
COMMENT ON COLUMN receiver_link.time_used IS 'When a device used it; null while it can be used.';
CREATE UNIQUE INDEX receiver_link_digest ON receiver_link (provider_id, digest);
CREATE INDEX receiver_link_shipment ON receiver_link (provider_id, shipment_id, time_created DESC);
CREATE INDEX receiver_link_expired ON receiver_link (provider_id, expires);
CALL tenant_table('receiver_link', NULL, 'It is deleted once it has expired.');

-- People who asked for e-mails about a parcel (decision 0146).
CREATE TABLE tracking_subscriber (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  email text NOT NULL,
  reference uuid NOT NULL,
  time_created timestamptz NOT NULL,
  time_confirmed timestamptz,
  time_ended timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE tracking_subscriber IS 'People who asked for e-mails about a parcel on the tracking page.';
COMMENT ON COLUMN tracking_subscriber.email IS 'In lower case.';
COMMENT ON COLUMN tracking_subscriber.reference IS 'The secret of the links that confirm and end the subscription.';
COMMENT ON COLUMN tracking_subscriber.time_confirmed IS 'When the address was confirmed; null before that, and nothing is sent.';
COMMENT ON COLUMN tracking_subscriber.time_ended IS 'When the subscription was ended; null while it is not.';
CREATE UNIQUE INDEX tracking_subscriber_once ON tracking_subscriber (provider_id, shipment_id, email);
CREATE UNIQUE INDEX tracking_subscriber_reference ON tracking_subscriber (provider_id, reference);
CREATE INDEX tracking_subscriber_email ON tracking_subscriber (provider_id, email, time_created DESC);
CALL tenant_table('tracking_subscriber', NULL, 'It is deleted when tracking ends.');
