-- DropIndex
DROP INDEX "Booking_worldId_paymentId_idx";

-- DropIndex
DROP INDEX "Transaction_worldId_paymentId_idx";

-- CreateIndex
CREATE INDEX "Agreement_worldId_ownerId_id_idx" ON "Agreement"("worldId", "ownerId", "id");

-- CreateIndex
CREATE INDEX "Booking_worldId_paymentId_id_idx" ON "Booking"("worldId", "paymentId", "id");

-- CreateIndex
CREATE INDEX "Execution_worldId_paymentId_id_idx" ON "Execution"("worldId", "paymentId", "id");

-- CreateIndex
CREATE INDEX "Transaction_worldId_paymentId_id_idx" ON "Transaction"("worldId", "paymentId", "id");
