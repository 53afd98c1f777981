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

-- Used links, each of which signed one device of the receiver in to one shipment (decision 0146).
CREATE TABLE receiver_link (
  provider_id integer NOT NULL REFERENCES provider (id),
  digest text NOT NULL,
  shipment_id bigint NOT NULL,
  expires timestamptz NOT NULL,
  time_used timestamptz NOT NULL,
  PRIMARY KEY (provider_id, digest),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE receiver_link IS 'Links of receivers that were used and must not work a second time.';
COMMENT ON COLUMN receiver_link.digest IS 'Digest of the link.';
COMMENT ON COLUMN receiver_link.expires IS 'When the link would have ended unused; the row is deleted after that.';
CREATE INDEX receiver_link_shipment ON receiver_link (provider_id, shipment_id);
CREATE INDEX receiver_link_expired ON receiver_link (provider_id, expires);
CALL tenant_table('receiver_link', NULL, 'It is deleted once the link has expired.');

-- People who asked for e-mails about a parcel (decision 0146).
CREATE TABLE tracking_subscriber (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  email text NOT NULL,
  reference uuid NOT NULL,
  time_created timestamptz NOT NULL,
  time_asked timestamptz NOT NULL,
  time_confirmed timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE tracking_subscriber IS 'People who asked for e-mails about a parcel on the tracking page.';
COMMENT ON COLUMN tracking_subscriber.email IS 'In lower case.';
COMMENT ON COLUMN tracking_subscriber.reference IS 'The secret of the links that confirm and end the subscription.';
COMMENT ON COLUMN tracking_subscriber.time_asked IS 'When the address was entered last.';
COMMENT ON COLUMN tracking_subscriber.time_confirmed IS 'When the address was confirmed; null before that, and nothing is sent.';
CREATE UNIQUE INDEX tracking_subscriber_once ON tracking_subscriber (provider_id, shipment_id, email);
CREATE UNIQUE INDEX tracking_subscriber_reference ON tracking_subscriber (provider_id, reference);
CREATE INDEX tracking_subscriber_email ON tracking_subscriber (provider_id, email, time_asked DESC);
CALL tenant_table('tracking_subscriber', NULL, 'It is deleted when the subscription or the public tracking ends.');
