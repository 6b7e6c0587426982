-- CreateIndex
CREATE INDEX "SigningBasket_worldId_customerId_id_idx" ON "SigningBasket"("worldId", "customerId", "id");

-- CreateIndex
CREATE INDEX "SigningBasket_worldId_agreementId_id_idx" ON "SigningBasket"("worldId", "agreementId", "id");
