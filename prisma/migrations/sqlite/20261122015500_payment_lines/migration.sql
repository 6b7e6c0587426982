-- Most lines and bookings belong to no payment. An index that leaves those out costs nothing to whoever writes or copies them, and finds the others as well.
DROP INDEX "Transaction_worldId_paymentId_id_idx";
CREATE INDEX "Transaction_worldId_paymentId_id_idx" ON "Transaction"("worldId", "paymentId", "id") WHERE "paymentId" IS NOT NULL;

DROP INDEX "Booking_worldId_paymentId_id_idx";
CREATE INDEX "Booking_worldId_paymentId_id_idx" ON "Booking"("worldId", "paymentId", "id") WHERE "paymentId" IS NOT NULL;
