-- Tags of shipments: words of the office, by which lists are filtered and surcharges are charged.
ALTER TABLE shipment ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
CREATE INDEX shipment_tagged ON shipment (provider_id, time_created DESC) WHERE tags <> '{}';
