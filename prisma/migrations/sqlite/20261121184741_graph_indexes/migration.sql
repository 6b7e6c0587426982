-- CreateTable
CREATE TABLE "Tpp" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "firstCalledAt" DATETIME
);

-- CreateIndex
CREATE INDEX "Authorisation_worldId_customerId_id_idx" ON "Authorisation"("worldId", "customerId", "id");

-- CreateIndex
CREATE INDEX "Consent_worldId_agreementId_id_idx" ON "Consent"("worldId", "agreementId", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_debtorAccountId_id_idx" ON "Payment"("worldId", "debtorAccountId", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_customerId_id_idx" ON "Payment"("worldId", "customerId", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_agreementId_id_idx" ON "Payment"("worldId", "agreementId", "id");
