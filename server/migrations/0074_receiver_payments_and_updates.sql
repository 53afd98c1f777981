-- compatible-from: 0063
-- Another place for a delivery whose difference the receiver pays (decision 0143).
CREATE TABLE place_change (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  reference uuid NOT NULL,
  shipment_id bigint NOT NULL,
  place jsonb NOT NULL,
  words text NOT NULL,
  difference bigint NOT NULL CHECK (difference > 0),
  state text NOT NULL DEFAULT 'offered' CHECK (state IN ('offered', 'paid', 'applied', 'refused')),
  reason text NOT NULL DEFAULT '',
  time_created timestamptz NOT NULL,
  expires timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE place_change IS 'Other places for deliveries that cost more and that the receiver pays for.';
COMMENT ON COLUMN place_change.reference IS 'The last part of the link with which it is paid.';
COMMENT ON COLUMN place_change.place IS 'The pickup point or the address.';
COMMENT ON COLUMN place_change.words IS 'The place as the receiver read it.';
COMMENT ON COLUMN place_change.difference IS 'Cents to pay: the price with this place less the price before.';
COMMENT ON COLUMN place_change.state IS 'offered: not paid. paid: the money is there, the change follows. applied: the shipment goes there. refused: the money is there, but the shipment could no longer be changed.';
COMMENT ON COLUMN place_change.reason IS 'Why it was refused.';
COMMENT ON COLUMN place_change.expires IS 'Until when it can be paid for this price.';
CREATE UNIQUE INDEX place_change_reference ON place_change (provider_id, reference);
CREATE INDEX place_change_shipment ON place_change (provider_id, shipment_id, id DESC);
CALL tenant_table('place_change', 'shipment', 'shipment_id');

ALTER TABLE payment DROP CONSTRAINT payment_purpose_check;
ALTER TABLE payment DROP CONSTRAINT payment_check;
ALTER TABLE payment ADD COLUMN place_change_id bigint;
ALTER TABLE payment
  ADD CONSTRAINT payment_purpose_check CHECK (purpose IN ('topup', 'shipment', 'save_card', 'place_change')),
  ADD CONSTRAINT payment_check CHECK ((purpose IN ('shipment', 'place_change')) = (shipment_id IS NOT NULL)),
  ADD CONSTRAINT payment_place_change_check CHECK ((purpose = 'place_change') = (place_change_id IS NOT NULL)),
  ADD CONSTRAINT payment_place_change FOREIGN KEY (provider_id, place_change_id) REFERENCES place_change (provider_id, id);
COMMENT ON COLUMN payment.place_change_id IS 'The other place for a delivery that the receiver pays for.';
CREATE INDEX payment_of_place_change ON payment (provider_id, place_change_id) WHERE place_change_id IS NOT NULL;

-- Replies of receivers to messages, and numbers that asked for no more messages.
CREATE TABLE inbound_message (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  channel text NOT NULL CHECK (channel IN ('sms', 'whatsapp')),
  gateway_id text NOT NULL,
  sender text NOT NULL,
  body text NOT NULL,
  keyword text NOT NULL CHECK (keyword IN ('change', 'locker', 'yes', 'stop', 'start', 'other')),
  shipment_id bigint,
  point text NOT NULL DEFAULT '',
  result text NOT NULL DEFAULT '',
  time_received timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE inbound_message IS 'What receivers answered to SMS and WhatsApp messages.';
COMMENT ON COLUMN inbound_message.gateway_id IS 'Id that the gateway gave it, so that a repeat does nothing.';
COMMENT ON COLUMN inbound_message.sender IS 'Mobile number in international form.';
COMMENT ON COLUMN inbound_message.keyword IS 'What it asks for; other for text that a person reads.';
COMMENT ON COLUMN inbound_message.shipment_id IS 'The delivery that it is about; null for none.';
COMMENT ON COLUMN inbound_message.point IS 'Network and id of the pickup point that was named in the answer; empty for none.';
COMMENT ON COLUMN inbound_message.result IS 'What was done, as a sentence; empty until it is done.';
CREATE UNIQUE INDEX inbound_message_once ON inbound_message (provider_id, channel, gateway_id);
CREATE INDEX inbound_message_of ON inbound_message (provider_id, shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX inbound_message_sender ON inbound_message (provider_id, sender, time_received DESC);
CALL tenant_table('inbound_message', NULL, 'It is a record of what was received and never changes afterwards, except for its result.');

CREATE TABLE message_opt_out (
  provider_id integer NOT NULL REFERENCES provider (id),
  number text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, number)
);
COMMENT ON TABLE message_opt_out IS 'Mobile numbers that asked for no more messages.';
COMMENT ON COLUMN message_opt_out.number IS 'Mobile number in international form.';
CALL tenant_table('message_opt_out', NULL, 'The reply that asked for it is stored in inbound_message.');
-- Replies are about the delivery of the last message to their number.
CREATE INDEX message_to_phone ON message (provider_id, recipient, id DESC)
  WHERE shipment_id IS NOT NULL AND channel IN ('sms', 'whatsapp');
CREATE INDEX inbound_message_with_text ON inbound_message (provider_id, time_received) WHERE body <> '';
