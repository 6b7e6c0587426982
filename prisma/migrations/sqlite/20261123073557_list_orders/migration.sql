-- CreateIndex
CREATE INDEX "CardTransaction_worldId_cardAccountId_originalAmountMinor_id_idx" ON "CardTransaction"("worldId", "cardAccountId", "originalAmountMinor", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_totalMinor_id_idx" ON "Payment"("worldId", "totalMinor", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_status_id_idx" ON "Payment"("worldId", "status", "id");

-- CreateIndex
CREATE INDEX "Transaction_worldId_accountId_amountMinor_id_idx" ON "Transaction"("worldId", "accountId", "amountMinor", "id");
