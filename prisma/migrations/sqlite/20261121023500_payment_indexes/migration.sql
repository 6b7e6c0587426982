-- DropIndex
DROP INDEX "Booking_worldId_creditId_idx";

-- DropIndex
DROP INDEX "Booking_worldId_debitId_idx";

-- CreateIndex
CREATE INDEX "Booking_worldId_debitId_id_idx" ON "Booking"("worldId", "debitId", "id");

-- CreateIndex
CREATE INDEX "Booking_worldId_creditId_id_idx" ON "Booking"("worldId", "creditId", "id");

-- CreateIndex
CREATE INDEX "Booking_worldId_paymentId_idx" ON "Booking"("worldId", "paymentId");

-- CreateIndex
CREATE INDEX "Transaction_worldId_paymentId_idx" ON "Transaction"("worldId", "paymentId");
