-- compatible-from: 0063
-- People who asked for e-mails or SMS about a parcel (decision 0148). Earlier releases go on with their own table.
CREATE TABLE parcel_subscriber (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  address text NOT NULL,
  reference uuid NOT NULL,
  times_asked integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_asked timestamptz NOT NULL,
  time_confirmed timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE parcel_subscriber IS 'People who asked for e-mails or SMS about a parcel on the tracking page.';
COMMENT ON COLUMN parcel_subscriber.address IS 'Email address in lower case, or mobile number in international form without +.';
COMMENT ON COLUMN parcel_subscriber.reference IS 'The secret of the links that confirm and end the subscription.';
COMMENT ON COLUMN parcel_subscriber.times_asked IS 'How often the address was entered for this parcel within a day, each of which sends a question.';
COMMENT ON COLUMN parcel_subscriber.time_asked IS 'When the address was entered last.';
COMMENT ON COLUMN parcel_subscriber.time_confirmed IS 'When the address was confirmed; null before that, and nothing is sent.';
CREATE UNIQUE INDEX parcel_subscriber_once ON parcel_subscriber (provider_id, shipment_id, channel, address);
CREATE UNIQUE INDEX parcel_subscriber_reference ON parcel_subscriber (provider_id, reference);
CREATE INDEX parcel_subscriber_address ON parcel_subscriber (provider_id, channel, address, time_asked DESC);

ALTER TABLE tracking_subscriber NO FORCE ROW LEVEL SECURITY;
INSERT INTO parcel_subscriber (provider_id, shipment_id, channel, address, reference, time_created, time_asked, time_confirmed)
SELECT provider_id, shipment_id, 'email', email, reference, time_created, time_asked, time_confirmed FROM tracking_subscriber;
DELETE FROM tracking_subscriber;
ALTER TABLE tracking_subscriber FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE tracking_subscriber IS 'Empty: replaced by parcel_subscriber, and only used by releases before 0078.';
CALL tenant_table('parcel_subscriber', NULL, 'It is deleted when the subscription or the public tracking ends.');
