-- DropIndex
DROP INDEX "Payment_worldId_tppId_duplicateKey_idx";

-- CreateIndex
CREATE INDEX "Payment_worldId_tppId_duplicateKey_id_idx" ON "Payment"("worldId", "tppId", "duplicateKey", "id");
