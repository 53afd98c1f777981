-- The newest 20 shipments with what a list shows, and how many there are.
SELECT s.id, s.short_tracking_reference, s.customer_reference, s.status, s.time_created, s.rate, s.service_level_code, s.parcel_count,
  s.estimated_delivery_to, s.collection_agent_id, s.delivery_agent_id, s.tags, s.tracking_message, s.version, a.name, a.account_code,
  c.company, c.local_area, c.city, d.company, d.local_area, d.city, s.collection_contact, s.delivery_contact,
  (SELECT sum(shipments) FROM account_shipment_count WHERE provider_id = :provider::int) AS count
FROM (SELECT * FROM shipment WHERE provider_id = :provider::int ORDER BY time_created DESC, id DESC LIMIT 20) s
  JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
  JOIN address c ON c.provider_id = s.provider_id AND c.id = s.collection_address_id
  JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
ORDER BY s.time_created DESC, s.id DESC;
