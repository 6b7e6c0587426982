-- CreateTable
CREATE TABLE "Key" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C",

    CONSTRAINT "Key_pkey" PRIMARY KEY ("worldId","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Key_worldId_kind_id_key" ON "Key"("worldId", "kind", "id");

-- The keys that fixtures have given so far. One that two entries have stays with one of them.
INSERT INTO "Key" ("worldId", "key", "kind", "id")
SELECT "worldId", "key", CASE "kind" WHEN 'customer' THEN 'Customer' WHEN 'account' THEN 'Account' WHEN 'card' THEN 'CardAccount' WHEN 'agreement' THEN 'Agreement' WHEN 'engagement' THEN 'Engagement' WHEN 'transaction' THEN 'Transaction' WHEN 'cardTransaction' THEN 'CardTransaction' WHEN 'consent' THEN 'Consent' WHEN 'payment' THEN 'Payment' WHEN 'basket' THEN 'SigningBasket' WHEN 'scenario' THEN 'Scenario' END, "id"
FROM "FixtureEntry" WHERE "key" IS NOT NULL AND "kind" IN ('customer', 'account', 'card', 'agreement', 'engagement', 'transaction', 'cardTransaction', 'consent', 'payment', 'basket', 'scenario') ON CONFLICT DO NOTHING;
DELETE FROM "FixtureEntry" WHERE "life" IS NULL;

-- DropIndex
DROP INDEX "FixtureEntry_worldId_key_idx";

-- AlterTable
ALTER TABLE "FixtureEntry" DROP COLUMN "key";

-- Triggers, which the schema has no words for: the key of what is deleted is free again.
CREATE FUNCTION "Key_free"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "Key" USING "deleted" WHERE "Key"."worldId" = "deleted"."worldId" AND "Key"."kind" = TG_TABLE_NAME AND "Key"."id" = "deleted"."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "Customer_delete_key" AFTER DELETE ON "Customer" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "Agreement_delete_key" AFTER DELETE ON "Agreement" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "Engagement_delete_key" AFTER DELETE ON "Engagement" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "Account_delete_key" AFTER DELETE ON "Account" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "Transaction_delete_key" AFTER DELETE ON "Transaction" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "CardAccount_delete_key" AFTER DELETE ON "CardAccount" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "CardTransaction_delete_key" AFTER DELETE ON "CardTransaction" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "Consent_delete_key" AFTER DELETE ON "Consent" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "Authorisation_delete_key" AFTER DELETE ON "Authorisation" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "Payment_delete_key" AFTER DELETE ON "Payment" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "SigningBasket_delete_key" AFTER DELETE ON "SigningBasket" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
CREATE TRIGGER "Scenario_delete_key" AFTER DELETE ON "Scenario" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
