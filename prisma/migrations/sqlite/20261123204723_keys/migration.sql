-- CreateTable
CREATE TABLE "Key" (
    "worldId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "hash" TEXT,

    PRIMARY KEY ("worldId", "key"),
    CONSTRAINT "Key_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
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
CREATE TRIGGER "Customer_delete_key" AFTER DELETE ON "Customer" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Customer' AND "id" = OLD."id";
END;
CREATE TRIGGER "Agreement_delete_key" AFTER DELETE ON "Agreement" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Agreement' AND "id" = OLD."id";
END;
CREATE TRIGGER "Engagement_delete_key" AFTER DELETE ON "Engagement" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Engagement' AND "id" = OLD."id";
END;
CREATE TRIGGER "Account_delete_key" AFTER DELETE ON "Account" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Account' AND "id" = OLD."id";
END;
CREATE TRIGGER "Transaction_delete_key" AFTER DELETE ON "Transaction" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Transaction' AND "id" = OLD."id";
END;
CREATE TRIGGER "CardAccount_delete_key" AFTER DELETE ON "CardAccount" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'CardAccount' AND "id" = OLD."id";
END;
CREATE TRIGGER "CardTransaction_delete_key" AFTER DELETE ON "CardTransaction" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'CardTransaction' AND "id" = OLD."id";
END;
CREATE TRIGGER "Consent_delete_key" AFTER DELETE ON "Consent" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Consent' AND "id" = OLD."id";
END;
CREATE TRIGGER "Authorisation_delete_key" AFTER DELETE ON "Authorisation" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Authorisation' AND "id" = OLD."id";
END;
CREATE TRIGGER "Payment_delete_key" AFTER DELETE ON "Payment" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Payment' AND "id" = OLD."id";
END;
CREATE TRIGGER "SigningBasket_delete_key" AFTER DELETE ON "SigningBasket" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'SigningBasket' AND "id" = OLD."id";
END;
CREATE TRIGGER "Scenario_delete_key" AFTER DELETE ON "Scenario" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Scenario' AND "id" = OLD."id";
END;
