-- How often a customerNumber was entered at an authorisation that is not the right one.
ALTER TABLE "Authorisation" ADD COLUMN "wrongNumbers" INTEGER NOT NULL DEFAULT 0;
