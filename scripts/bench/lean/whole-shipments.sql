-- The newest 20 shipments with everything: addresses, account, parcels and charges.
SELECT s.*, a.name, a.account_code, c.*, d.*, p.parcels, g.charges,
  (SELECT sum(shipments) FROM account_shipment_count WHERE provider_id = :provider::int) AS count
FROM (SELECT * FROM shipment WHERE provider_id = :provider::int ORDER BY time_created DESC, id DESC LIMIT 20) s
  JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
  JOIN address c ON c.provider_id = s.provider_id AND c.id = s.collection_address_id
  JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id,
  LATERAL (SELECT array_agg(p ORDER BY p.number) AS parcels FROM parcel p WHERE p.provider_id = s.provider_id AND p.shipment_id = s.id) p,
  LATERAL (SELECT array_agg(g ORDER BY g.id) AS charges FROM shipment_charge g
    WHERE g.provider_id = s.provider_id AND g.shipment_id = s.id AND g.valid_until IS NULL) g
ORDER BY s.time_created DESC, s.id DESC;
