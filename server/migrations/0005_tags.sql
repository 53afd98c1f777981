-- Tags and their colours.

CREATE TABLE tag (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL
    CHECK (type IN ('branches', 'rates', 'surcharges', 'service_days', 'exceptions', 'account', 'shipment')),
  name text NOT NULL,
  colour text NOT NULL DEFAULT '#6b7280',
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE tag IS 'Words that may be put on accounts or shipments.';
COMMENT ON COLUMN tag.colour IS 'Hex, as #6b7280.';
CREATE UNIQUE INDEX tag_name ON tag (provider_id, type, lower(name));
CALL tenant_table('tag', NULL, 'Words and colours; what bears a tag is audited.');
